/** A plugin of Stryker that lets only the mutants of the sample be tried. */
import { readFileSync } from 'node:fs';
import { type Mutant, mutantKey } from './mutant.ts';

const wanted = new Set(JSON.parse(readFileSync(String(process.env['MUTATE_SAMPLE']), 'utf8')) as string[]);

export const strykerPlugins = [
  {
    kind: 'Checker',
    name: 'sample',
    value: {
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
    },
  },
];
