import { X509Certificate } from 'node:crypto';
import { readFile, statfs } from 'node:fs/promises';
import { countOf } from '#common/core/counts.ts';
import { dayAt, daysBetween } from '#common/core/dates.ts';
import { askHost } from '#server/host-tasks/try-each.ts';
import type { TlsFiles } from '#server/platform/network-variables.ts';
import type { Services } from '#server/services.ts';

export type Tone = 'ok' | 'warn' | 'bad' | 'plain';

export interface Line {
  readonly name: string;
  readonly tone: Tone;
  readonly state: string;
}

const ANSWERS_WITHIN_MS = 3_000;

/** Asks the card processor and the books whether they answer, and says which other services are set up. */
export function checkConnections({
  cardProcessor,
  host,
  clock,
  mailer,
  textMessages,
  config,
  institutionFolder,
}: Services): Promise<Line[]> {
  return Promise.all([
    check('Card processor', () => cardProcessor.assertAnswers()),
    check(config.hostUrl === null ? 'Own books' : 'Core system', () => askHost({ clock, host })),
    ...checkFolders({ config, institutionFolder }),
    Promise.resolve({ name: 'Mail', ...(mailer ? setUp : notSetUp) }),
    Promise.resolve({ name: 'Text messages', ...(textMessages ? setUp : notSetUp) }),
  ]);
}

/** The part of {@link checkConnections} that asks no other system. */
export function checkFolders(
  { config, institutionFolder }: Pick<Services, 'config' | 'institutionFolder'>,
  readSpace = statfs,
): Promise<Line>[] {
  return [
    ...('folder' in config.files ? [checkSpace('Documents', config.files.folder, readSpace)] : []),
    checkSpace('Uploads in progress', config.incomingFolder, readSpace),
    Promise.resolve({ name: "Institution's folder", ...stateOfInstitution(institutionFolder.refused()) }),
  ];
}

function stateOfInstitution(
  refused: ReturnType<Services['institutionFolder']['refused']>,
): Pick<Line, 'tone' | 'state'> {
  if (refused === null) return { tone: 'ok', state: 'in force' };
  const [first = '', ...more] = refused.problems;
  const problem = `${first}${more.length === 0 ? '' : `, and ${more.length} more`}`;
  return refused.needsRestart
    ? { tone: 'warn', state: `changed files wait for a restart: ${problem}` }
    : {
        tone: 'bad',
        state: `${problem}. The previous files stay in force, but no server could start with these: fix them`,
      };
}

const setUp = { tone: 'plain', state: 'set up; failures show in the queue' } as const;
const notSetUp = { tone: 'plain', state: 'not set up; messages stay in the queue' } as const;

async function check(name: string, ask: () => Promise<unknown>): Promise<Line> {
  const timer = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('too slow')), ANSWERS_WITHIN_MS).unref();
  });
  try {
    await Promise.race([ask(), timer]);
    return { name, tone: 'ok', state: 'answers' };
  } catch {
    return { name, tone: 'bad', state: 'does not answer' };
  }
}

const WARN_FREE = 0.1;
const BAD_FREE = 0.02;
const percent = new Intl.NumberFormat('en-US', { style: 'percent', roundingMode: 'floor' });

/** How much of its disk a folder can still use. */
export async function checkSpace(name: string, folder: string, readSpace = statfs): Promise<Line> {
  try {
    const { bavail, blocks } = await readSpace(folder);
    const free = blocks === 0 ? 0 : bavail / blocks;
    const state = `${percent.format(free)} of the disk is free`;
    return { name, tone: free < BAD_FREE ? 'bad' : free < WARN_FREE ? 'warn' : 'ok', state };
  } catch (error) {
    // Made with the first document.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { name, tone: 'plain', state: 'no folder yet' };
    return { name, tone: 'bad', state: 'the folder cannot be read' };
  }
}

const WARN_DAYS = 30;
const BAD_DAYS = 7;

/** The certificates the portal shows to others, by the days they have left. */
export async function readCertificates(
  files: readonly { readonly name: string; readonly tls: TlsFiles | null }[],
  now: Temporal.Instant,
): Promise<Line[]> {
  const shown = files.flatMap(({ name, tls }) => [
    ...(tls?.certificateFile ? [{ name, file: tls.certificateFile }] : []),
    ...(tls?.authorityFile ? [{ name: `${name}, authority`, file: tls.authorityFile }] : []),
  ]);
  return Promise.all(
    shown.map(async ({ name, file }) => {
      try {
        return { name, ...stateOfCertificate(new X509Certificate(await readFile(file)), now) };
      } catch {
        return { name, tone: 'bad', state: 'cannot be read' } as const;
      }
    }),
  );
}

export function stateOfCertificate(
  { validToDate }: X509Certificate,
  now: Temporal.Instant,
): Pick<Line, 'tone' | 'state'> {
  const validTo = Temporal.Instant.fromEpochMilliseconds(validToDate.getTime());
  const days = daysBetween(dayAt(now, 'UTC'), dayAt(validTo, 'UTC'));
  if (Temporal.Instant.compare(validTo, now) < 0) return { tone: 'bad', state: 'has expired' };
  return {
    tone: days < BAD_DAYS ? 'bad' : days < WARN_DAYS ? 'warn' : 'ok',
    state: `expires in ${countOf(days, 'day')}`,
  };
}
