/**
 * Tells Stryker which tests reach a mutant, where files share a worker and its loaded modules. What runs in the hooks
 * for a whole file, such as starting the application, counts as reached by the file's first test, and so does what runs
 * both while the file loads and in its tests: without that, it would count as reached while modules load, and all test
 * files would run for it.
 */
import { afterAll, beforeAll, inject } from 'vitest';

type Hits = Record<string, number>;

const HOOKS = 'hooks';

interface Coverage {
  static: Hits;
  perTest: Record<string, Hits>;
}

interface Stryker {
  activeMutant: string | undefined;
  currentTestId: string | undefined;
  mutantCoverage: Coverage;
}

declare module 'vitest' {
  interface ProvidedContext {
    mode: 'dry-run' | 'mutant';
    activeMutant: string;
  }
}

const shared = globalThis as typeof globalThis & { __stryker__?: Stryker; hitsOfFiles?: Coverage };

// Also runs without Stryker.
if (shared.__stryker__ && inject('mode') === 'dry-run') record(shared.__stryker__);
// Already while the file loads, as some of what it tests is computed then.
else if (shared.__stryker__) shared.__stryker__.activeMutant = inject('activeMutant');

function record(stryker: Stryker): void {
  // Loaded modules keep a reference to it.
  const live = (shared.hitsOfFiles ??= { static: {}, perTest: {} });
  stryker.mutantCoverage = live;
  let first: string | undefined;
  let current: string | undefined;
  Object.defineProperty(stryker, 'currentTestId', {
    configurable: true,
    get: () => current,
    set(testId: string | undefined) {
      first ??= testId;
      current = testId ?? HOOKS;
    },
  });
  beforeAll(() => {
    current = HOOKS;
  });
  // Before Stryker's own hook, which reports it: the hook that was registered last runs first.
  afterAll(() => {
    current = undefined;
    const { [HOOKS]: hooks = {}, ...perTest } = live.perTest;
    const inTests = sumOf(hooks, ...Object.values(perTest));
    const loading = Object.entries(live.static);
    const alsoInTests = Object.fromEntries(loading.filter(([mutant]) => mutant in inTests));
    if (first !== undefined) perTest[first] = sumOf(perTest[first] ?? {}, hooks, alsoInTests);
    stryker.mutantCoverage = {
      static: Object.fromEntries(loading.filter(([mutant]) => !(mutant in inTests))),
      perTest,
    };
    live.static = {};
    live.perTest = {};
  });
}

function sumOf(...all: readonly Hits[]): Hits {
  const sum: Hits = {};
  for (const [mutant, hits] of all.flatMap((some) => Object.entries(some))) sum[mutant] = (sum[mutant] ?? 0) + hits;
  return sum;
}
