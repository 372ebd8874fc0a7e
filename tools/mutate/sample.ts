import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Mutant, mutantKey } from './mutant.ts';

interface Instrumenter {
  instrument(
    files: readonly { name: string; mutate: true; content: string }[],
    options: object,
  ): Promise<{ mutants: readonly Mutant[] }>;
}

/**
 * Draws mutants at random over all files of a group, the same ones for the same seed.
 * @param patterns what to mutate, those with `!` what not
 * @param packages folder in which Stryker is installed
 */
export async function drawSample(
  patterns: readonly string[],
  packages: string,
  { size, seed }: { readonly size: number; readonly seed: string },
): Promise<{ readonly keys: readonly string[]; readonly of: number }> {
  const keys = (await listMutants(patterns, packages)).map(mutantKey);
  const rank = new Map(keys.map((key) => [key, createHash('sha256').update(`${seed} ${key}`).digest('hex')]));
  const ordered = [...rank].toSorted(([, a], [, b]) => (a < b ? -1 : 1)).map(([key]) => key);
  return { keys: ordered.slice(0, size), of: ordered.length };
}

async function listMutants(patterns: readonly string[], packages: string): Promise<readonly Mutant[]> {
  const module = join(packages, 'node_modules/@stryker-mutator/instrumenter/dist/src/index.js');
  const { Instrumenter } = (await import(pathToFileURL(module).href)) as {
    Instrumenter: new (logger: object) => Instrumenter;
  };
  const ignored = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const files = globSync(patterns.filter((pattern) => !pattern.startsWith('!')))
    .filter((file) => !ignored.some((pattern) => matchesGlob(file, pattern)))
    .toSorted();
  const silent = { isDebugEnabled: () => false, debug: () => undefined, info: () => undefined };
  const { mutants } = await new Instrumenter(silent).instrument(
    files.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') })),
    { plugins: null, ignorers: [], excludedMutations: [] },
  );
  return mutants;
}
