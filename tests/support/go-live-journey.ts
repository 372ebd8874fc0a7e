import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from './e2e.ts';
import type { LiveSurroundings } from './live-surroundings.ts';
import { runOperatorCommand } from './operator-command.ts';

const bankFile = {
  bankRoutingNumber: '411001012',
  bankName: 'Harbor Community Bank',
  companyId: '1234567890',
  companyName: 'Granite Credit Union',
  entryDescription: 'LOAN PMT',
  settlement: { routingNumber: '411001012', accountNumber: '70010001', kind: 'Checking' },
};

/** An institution that goes live, with its folder and its operator. */
export interface LiveInstitution {
  readonly folder: string;
  /** Runs a command of the operator as production's documentation says. */
  operate(command: readonly string[], more?: Readonly<Record<string, string>>): Promise<string>;
}

export function operatorOf(live: LiveSurroundings, folder: string): LiveInstitution['operate'] {
  return (command, more = {}) =>
    runOperatorCommand(command, { ...live.environment, PASSBOOK_INSTITUTION: folder, ...more });
}

/** Makes the folder of an institution as the documentation says, on the way past a check that finds it incomplete. */
export async function newInstitution(live: LiveSurroundings, name: string): Promise<LiveInstitution> {
  const folder = join(live.folder, name);
  const operate = operatorOf(live, folder);
  const answers = {
    name: 'Granite Credit Union',
    'short-name': 'Granite',
    phone: '(555) 010-2000',
    address: '1 Quarry Road, Barre, VT 05641',
    email: 'service@granite.example',
    color: '#5a2d82',
  };
  const flags = Object.entries(answers).flatMap(([flag, answer]) => [`--${flag}`, answer]);
  await operate(['new-institution', folder, ...flags, '--yes']);
  await expect(operate(['check'])).rejects.toThrow(/institution\.json has no "bankFile"/);
  const file = join(folder, 'institution.json');
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), bankFile }));
  return { folder, operate };
}

/** Writes files of a former system, and returns their paths by name. */
export async function writeFormerFiles<Name extends string>(
  live: LiveSurroundings,
  files: Readonly<Record<Name, readonly string[]>>,
): Promise<Readonly<Record<Name, string>>> {
  const paths = {} as Record<Name, string>;
  for (const [name, lines] of Object.entries(files) as [Name, readonly string[]][]) {
    paths[name] = join(live.folder, `${name}.csv`);
    await writeFile(paths[name], `${lines.join('\n')}\n`);
  }
  return paths;
}

/** Waits for an email to a recipient that mentions a word, past the first `former` ones. Returns its text. */
export async function readMail(live: LiveSurroundings, recipient: string, wanted: RegExp, former = 0): Promise<string> {
  const find = () =>
    live.mails.slice(former).findLast((mail) => mail.includes(`To: ${recipient}`) && wanted.test(mail));
  await expect.poll(find, { timeout: 20_000 }).toBeTruthy();
  return find() ?? '';
}

/** Emails are quoted-printable, so long lines are broken. */
export function unquoted(mail: string): string {
  return mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
}
