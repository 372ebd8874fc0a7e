import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { countOf } from '#common/core/counts.ts';
import type { CommandContext } from '#server/platform/cli/command.ts';
import { inputFileProblem } from '#server/platform/cli/input-file.ts';
import { isNamed } from '#server/platform/cli/operator.ts';
import { printProblems } from '#server/platform/cli/print-problems.ts';
import { importAutopay } from './import-autopay.ts';
import { importMethods } from './import-methods.ts';
import type { TakeOverReport } from './take-over.ts';

const imports = {
  methods: { takeOver: importMethods, noun: 'saved payment method' },
  autopay: { takeOver: importAutopay, noun: 'recurring payment' },
} as const;

export type TakeOverKind = keyof typeof imports;

/**
 * `passbook import methods` and `import autopay`.
 * @param args without `--by`
 * @returns the exit code; undefined when the arguments are invalid
 */
export async function runTakeOver(
  kind: TakeOverKind,
  args: readonly string[],
  by: string | undefined,
  context: CommandContext,
): Promise<number | undefined> {
  const understood = understand(args);
  if (!understood) return undefined;
  const { file, dryRun, acceptUnlikely } = understood;
  if (!dryRun && !isNamed(by)) return 2;
  const problem = await inputFileProblem(file);
  if (problem !== undefined) {
    console.error(problem);
    return 2;
  }
  if (!(await stat(file)).isFile()) {
    console.error(`${file} is not a regular file. It is read more than once, so save it as a file first.`);
    return 2;
  }
  const { takeOver, noun } = imports[kind];
  const report = await takeOver(context, () => createReadStream(file), { by: by ?? '', dryRun, acceptUnlikely });
  return print(report, { noun, dryRun, acceptUnlikely });
}

function understand(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        'dry-run': { type: 'boolean', default: false },
        'accept-unlikely': { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) return undefined;
    return { file, dryRun: values['dry-run'], acceptUnlikely: values['accept-unlikely'] };
  } catch {
    return undefined;
  }
}

interface Printed {
  readonly noun: string;
  readonly dryRun: boolean;
  readonly acceptUnlikely: boolean;
}

function print(report: TakeOverReport, { noun, dryRun, acceptUnlikely }: Printed): number {
  const { lines, added, problemCount, problems, unlikelyCount, unlikely } = report;
  printProblems(problems, problemCount);
  if (unlikelyCount > 0) console.error(acceptUnlikely ? 'Unlikely, but accepted:' : 'Unlikely:');
  printProblems(unlikely, unlikelyCount);
  if (problemCount > 0) {
    console.error(`Nothing was imported: ${countOf(problemCount, 'problem')}.`);
    return 1;
  }
  if (unlikelyCount > 0 && !acceptUnlikely) {
    console.error(`Nothing was imported: ${unlikelyCount} unlikely. If the values are right, add --accept-unlikely.`);
    return 1;
  }
  console.log(
    dryRun
      ? `Dry run, nothing was imported. The file has ${countOf(lines, noun)}.`
      : `Imported: ${countOf(added, noun)}. Already there: ${lines - added}.`,
  );
  return 0;
}
