import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { readableTheme } from '#server/institution/check-theme.ts';
import { InstitutionError, loadInstitution } from '#server/institution/load-institution.ts';
import type { StandaloneCommand } from '#server/platform/cli/command.ts';
import { institutionFiles } from './institution-files-to-write.ts';
import {
  allQuestions,
  answerProblems,
  type NewInstitution,
  optional,
  type Question,
  questions,
} from './new-institution-answers.ts';

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
    const wrong = await answerProblems(given);
    if (wrong.length > 0 && !asksNothing) return refuse(wrong);
    const answers = asksNothing ? withUsual(given) : await askFor(given);
    const missing = allQuestions.filter((key) => !optional.has(key) && answers[key] === '');
    if (missing.length > 0) wrong.push(`These are missing: ${missing.map((key) => `--${key}`).join(', ')}`);
    return wrong.length > 0 ? refuse(wrong) : write(folder, answers);
  },
};

function refuse(problems: readonly string[]): number {
  console.error(`${problems.join('\n')}\nNothing was written.`);
  return 1;
}

async function write(folder: string, answers: NewInstitution): Promise<number> {
  const files = await institutionFiles(folder, answers);
  const problems = await loadingProblems(folder, files);
  if (problems.length > 0) return refuse(problems);
  await writeFiles(folder, files);
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

type Files = Awaited<ReturnType<typeof institutionFiles>>;

/** Loads the files from another place first: a second run refuses a folder that has an institution. */
async function loadingProblems(folder: string, files: Files): Promise<readonly string[]> {
  const trial = await mkdtemp(path.join(tmpdir(), 'passbook-trial-'));
  try {
    await writeFiles(trial, files);
    await loadInstitution(trial);
    return [];
  } catch (error) {
    if (!(error instanceof InstitutionError)) throw error;
    return error.problems.map((problem) => problem.replaceAll(trial, folder));
  } finally {
    await rm(trial, { recursive: true });
  }
}

async function writeFiles(folder: string, files: Files): Promise<void> {
  await mkdir(path.join(folder, 'assets'), { recursive: true });
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(folder, name), content, { flag: 'wx' });
}

function understand(args: readonly string[]) {
  try {
    const flags = Object.fromEntries(allQuestions.map((key) => [key, { type: 'string' as const }]));
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
    for (const key of allQuestions) {
      if (answers[key] !== undefined) continue;
      const answer = await askUntilUsable(terminal, key);
      if (answer !== '') answers[key] = answer;
    }
  } finally {
    terminal.close();
  }
  return withUsual(answers);
}

async function askUntilUsable(terminal: Interface, key: Question): Promise<string> {
  const { asks, usual } = questions[key];
  for (;;) {
    const answer = (await terminal.question(`${asks}${usual === '' ? '' : ` [${usual}]`}: `)).trim();
    const problems = await answerProblems({ [key]: answer });
    if (problems.length === 0) return answer;
    console.error(problems.join('\n'));
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
