import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadInstitution } from '#server/institution/load-institution.ts';
import { checkSettings } from './check-settings.ts';
import { newInstitutionCommand } from './new-institution.cli.ts';

let folder: string;
const said: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'passbook-new-'));
  for (const stream of ['log', 'error'] as const) {
    vi.spyOn(console, stream).mockImplementation((line: string) => void said.push(line));
  }
});

beforeEach(() => {
  said.length = 0;
});

afterAll(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const answers = ['--name', 'Birch & Sons Bank', '--phone', '(555) 010-2000', '--email', 'service@birch.example'];

function write(name: string, ...flags: readonly string[]): Promise<number> {
  return newInstitutionCommand.runAlone([path.join(folder, name), '--yes', ...flags], {});
}

describe('an engineer who brings up a new institution', () => {
  it('gets a folder that loads, with the answers in every place customers read', async () => {
    const logo = path.join(folder, 'our logo.svg');
    await writeFile(logo, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect(await write('birch', ...answers, '--logo', logo, '--account-numbers', '2-8-0', '--color', '#ffcc00')).toBe(
      0,
    );
    expect(said.join('\n')).toMatch(/The brand color is #[0-9a-f]{6}: white text on #ffcc00 would be hard to read/);
    const institution = await loadInstitution(path.join(folder, 'birch'));
    expect(institution).toMatchObject({ id: 'birch', demonstration: false, timeZone: 'America/New_York' });
    expect(institution.texts).toMatchObject({
      'shell.institutionName': 'Birch & Sons Bank',
      'login.help': 'Need help? (555) 010-2000 · Mon–Fri 9 AM–5 PM',
    });
    expect(institution.options).toMatchObject({
      'globalOptions.logoUrl': '/institution/logo.svg',
      'messageOptions.sendTo': 'service@birch.example',
      'globalOptions.footerRichText': '<p>Questions? Call (555) 010-2000, Mon–Fri 9 AM–5 PM.</p>',
    });
    expect(institution.institutionOptions).toMatchObject({
      LoanOfficeLength: 2,
      LoanAccountLength: 8,
      LoanCheckDigitLength: 0,
    });
    expect(Object.values({ ...institution.texts, ...institution.options }).join()).not.toMatch(/harbor/i);
    const { $schema } = JSON.parse(await readFile(path.join(folder, 'birch/options.json'), 'utf8'));
    expect(JSON.parse(await readFile(path.join(folder, 'birch', $schema), 'utf8'))).toHaveProperty('properties');
    expect(await readFile(path.join(folder, 'birch/README.md'), 'utf8')).toContain('docs/production.md');
  });

  it('reads from the check what is left to do before customers come: bank, terms, questions and branches', async () => {
    await write('checked', ...answers);
    expect(said.join('\n')).not.toContain('The brand color is');
    const variables = {
      PASSBOOK_MODE: 'development',
      PASSBOOK_DATA: path.join(folder, 'data'),
      PASSBOOK_INSTITUTION: path.join(folder, 'checked'),
    };
    const { problems, warnings } = await checkSettings(variables, 'look');
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      expect.stringContaining('no "bankFile"'),
      expect.stringMatching(/agreements\.json: the words of "Terms of Use" are a placeholder .* replace them$/),
      expect.stringMatching(/assets\/terms-of-use\.html: the page of "Terms of Use" is a placeholder .* replace it$/),
      expect.stringMatching(/the FAQ says .* under General, .* or turn "globalOptions\.useFaqOption" off$/),
      expect.stringMatching(/no branches, so .* turn "globalOptions\.useBranchLocatorOption" off$/),
    ]);
  });

  it('takes account numbers of any shape', async () => {
    expect(await write('any', ...answers, '--account-numbers', 'any')).toBe(0);
    expect((await loadInstitution(path.join(folder, 'any'))).institutionOptions).toMatchObject({
      LoanOfficeLength: 0,
      LoanAccountLength: 0,
      DepositAccountLength: 0,
    });
  });

  it('never overwrites an institution', async () => {
    await write('kept', ...answers);
    expect(await write('kept', ...answers)).toBe(1);
    expect(said.join('\n')).toContain('already has an institution.json');
  });

  it.each<[string, readonly string[], RegExp]>([
    ['leaves out what is required', ['--name', 'Birch'], /These are missing: --phone, --email/],
    ['describes account numbers in words', [...answers, '--account-numbers', 'long'], /three lengths such as 3-6-1/],
    ['names a logo that does not exist', [...answers, '--logo', '/nowhere.svg'], /a file that exists, not \/nowhere/],
    ['names a logo that is not a picture', [...answers, '--logo', '/etc/passwd'], /--logo must be a picture/],
    [
      'misspells the time zone',
      [...answers, '--time-zone', 'America/Chigaco'],
      /--time-zone must be .*, America\/Chicago/,
    ],
    ['writes two lines', [...answers, '--hours', 'Mon\nTue'], /--hours must be one line/],
    ['gives a mailbox that is not an address', [...answers, '--email', 'service'], /--email must be an email address/],
    ['misspells a flag', [...answers, '--colour', '#000000'], /--color/],
  ])('is told what is wrong before anything is written when the engineer %s', async (_what, flags, message) => {
    expect(await write('wrong', ...flags)).toBeGreaterThan(0);
    expect(said.join('\n')).toMatch(message);
    await expect(access(path.join(folder, 'wrong'))).rejects.toThrow('ENOENT');
  });

  it('is told of all wrong flags at once, and brings it up with the second run', async () => {
    const fixed = ['--name', 'Birch', '--phone', '(555) 010-2000', '--email', 'service@birch.example'];
    const wrong = ['--color', 'brown', '--account-numbers', '2-7', '--time-zone', 'America/Des_Moines'];
    expect(await write('twice', ...fixed.slice(0, 4), ...wrong)).toBe(1);
    expect(said.join('\n')).toMatch(
      /--time-zone must .*, not America\/Des_Moines\n--color must .*, not brown\n--account-numbers must .*, not 2-7\nThese are missing: --email/,
    );
    expect(await write('twice', ...fixed)).toBe(0);
  });

  it('is told of a logo too large for emails before anything is written', async () => {
    const logo = path.join(folder, 'large.png');
    await writeFile(logo, Buffer.alloc(300_000));
    expect(await write('large', ...answers, '--logo', logo)).toBe(1);
    expect(said.join('\n')).toMatch(/logo\.png/);
    await expect(access(path.join(folder, 'large'))).rejects.toThrow('ENOENT');
  });
});
