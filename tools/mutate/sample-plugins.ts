/** Plugins of Stryker for a sample: one lets only its mutants be tried, the other names each that survives at once. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type Mutant, mutantKey } from './mutant.ts';

const wanted = new Set(JSON.parse(readFileSync(String(process.env['MUTATE_SAMPLE']), 'utf8')) as string[]);

const checker = {
  init: () => Promise.resolve(),
  // One group: each is a message between processes.
  group: (mutants: readonly Mutant[]) => Promise.resolve([mutants.map(({ id }) => id)]),
  check: (mutants: readonly Mutant[]) =>
    Promise.resolve(
      Object.fromEntries(
        mutants.map((mutant) => [
          mutant.id,
          wanted.has(mutantKey(mutant))
            ? { status: 'passed' }
            : { status: 'compileError', reason: 'Not in the sample.' },
        ]),
      ),
    ),
};

const reporter = {
  onMutantTested({ status, fileName, location, mutatorName, replacement }: Mutant & { readonly status: string }): void {
    if (status === 'CompileError' || status === 'Killed') return;
    const change = replacement.replaceAll(/\s+/g, ' ');
    console.log(`${status} ${relative(process.cwd(), fileName)}:${location.start.line} ${mutatorName}: ${change}`);
  },
};

export const strykerPlugins = [
  { kind: 'Checker', name: 'sample', value: checker },
  { kind: 'Reporter', name: 'sample', value: reporter },
];
