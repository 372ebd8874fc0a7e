import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { readableTheme } from '#server/institution/check-theme.ts';
import { InstitutionError, loadInstitution } from '#server/institution/load-institution.ts';
import type { StandaloneCommand } from '#server/platform/cli/command.ts';
import { institutionFiles, type NewInstitution } from './institution-files-to-write.ts';

/** The questions, with what stands in brackets when nothing is answered. */
const questions = {
  name: { asks: 'Name of the institution, as customers know it', usual: '' },
  'short-name': { asks: 'Short name, for text messages and the header', usual: 'the name' },
  phone: { asks: 'Phone number of customer service', usual: '' },
  hours: { asks: 'Its hours', usual: 'Mon–Fri 9 AM–5 PM' },
  address: { asks: 'Street address in one line', usual: '' },
  email: { asks: 'Mailbox that messages from customers go to', usual: '' },
  'time-zone': { asks: 'Time zone', usual: 'America/New_York' },
  color: { asks: 'Brand color, such as #1d4f91', usual: '#1d4f91' },
  'account-numbers': { asks: 'Digits of account numbers: office-account-check, or any', usual: '3-6-1' },
  logo: { asks: 'File of the logo on white (svg or png), or nothing', usual: '' },
  'logo-on-brand': { asks: 'File of the logo on the brand color, or nothing', usual: '' },
  favicon: { asks: 'File of the icon in the browser tab, or nothing', usual: '' },
} as const;

type Question = keyof typeof questions;

const optional: ReadonlySet<Question> = new Set(['short-name', 'address', 'logo', 'logo-on-brand', 'favicon']);

const usage = `npm run passbook -- new-institution DIR [--name NAME] [--phone PHONE] …

Writes the folder of a new institution with everything it needs to start: names, phone, hours,
colors, account numbers, time zone, terms of use to replace, and a README that says what to do
next. --account-numbers any takes numbers of any shape, also with letters. Asks for what no flag gives; with --yes it asks nothing and takes the usual answers.

${Object.entries(questions)
  .map(([flag, { asks, usual }]) => `--${flag.padEnd(16)} ${asks}${noteOn(flag as Question, usual)}`)
  .join('\n')}`;

function noteOn(question: Question, usual: string): string {
  if (usual !== '') return ` [${usual}]`;
  return optional.has(question) ? '' : ' (required)';
}

export const newInstitutionCommand: StandaloneCommand = {
  name: 'new-institution',
  summary: 'Writes the folder of a new institution, asking for its name, phone, colors and so on',
  usage,
  async runAlone(args) {
    const understood = understand(args);
    if (!understood) {
      console.error(usage);
      return 2;
    }
    const { folder, given, asksNothing } = understood;
    if (await exists(path.join(folder, 'institution.json'))) {
      console.error(`${folder} already has an institution.json. Choose another folder.`);
      return 1;
    }
    const answers = asksNothing ? withUsual(given) : await askFor(given);
    const missing = (Object.keys(questions) as Question[]).filter((key) => !optional.has(key) && answers[key] === '');
    if (missing.length > 0) {
      console.error(`These are missing: ${missing.map((key) => `--${key}`).join(', ')}`);
      return 2;
    }
    return write(folder, answers);
  },
};

async function write(folder: string, answers: NewInstitution): Promise<number> {
  const planned = await institutionFiles(folder, answers).catch((error: unknown) => String(error));
  if (typeof planned === 'string') {
    console.error(planned.replace(/^Error: /, ''));
    return 1;
  }
  await mkdir(path.join(folder, 'assets'), { recursive: true });
  for (const [name, content] of Object.entries(planned))
    await writeFile(path.join(folder, name), content, { flag: 'wx' });
  try {
    await loadInstitution(folder);
  } catch (error) {
    if (!(error instanceof InstitutionError)) throw error;
    console.error(
      `${folder} is written, but needs mending:\n${error.problems.map((line) => `  - ${line}`).join('\n')}`,
    );
    return 1;
  }
  const { brand } = readableTheme(answers.color);
  if (brand !== answers.color.toLowerCase()) {
    console.log(
      `The brand color is ${brand}: white text on ${answers.color} would be hard to read. theme.json has the colors.`,
    );
  }
  console.log(`Wrote ${folder}. Next: read ${path.join(folder, 'README.md')}, then run
  PASSBOOK_INSTITUTION=${folder} npm run passbook -- check`);
  return 0;
}

function understand(args: readonly string[]) {
  try {
    const flags = Object.fromEntries(Object.keys(questions).map((key) => [key, { type: 'string' as const }]));
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...flags, yes: { type: 'boolean' as const, default: false } },
      allowPositionals: true,
    });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) return undefined;
    const { yes, ...given } = values as Partial<Record<Question, string>> & { yes?: boolean };
    return { folder, given, asksNothing: yes === true };
  } catch {
    return undefined;
  }
}

function withUsual(given: Partial<Record<Question, string>>): NewInstitution {
  const entries = Object.entries(questions).map(([key, { usual }]) => [
    key,
    given[key as Question] ?? (key === 'short-name' ? given.name : usual) ?? '',
  ]);
  return Object.fromEntries(entries) as NewInstitution;
}

async function askFor(given: Partial<Record<Question, string>>): Promise<NewInstitution> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answers: Partial<Record<Question, string>> = { ...given };
  try {
    for (const [key, { asks, usual }] of Object.entries(questions) as [Question, { asks: string; usual: string }][]) {
      if (answers[key] !== undefined) continue;
      const answer = await terminal.question(`${asks}${usual === '' ? '' : ` [${usual}]`}: `);
      if (answer.trim() !== '') answers[key] = answer.trim();
    }
  } finally {
    terminal.close();
  }
  return withUsual(answers);
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
