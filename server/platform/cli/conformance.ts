/** One requirement of a protocol, in words that the other side's developers can act on. */
export interface ConformanceCheck<Subject> {
  readonly requirement: string;
  /** @throws NotConforming, or the error of the call that was not answered as required */
  run(subject: Subject): Promise<void>;
}

/** The other side answered, but not as the protocol says; the message says what to change. */
export class NotConforming extends Error {
  override readonly name = 'NotConforming';
}

export function demand(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new NotConforming(otherwise);
}

export interface ConformanceResult {
  readonly requirement: string;
  /** Null if it is met. */
  readonly problem: string | null;
}

/** Runs every check in order, also after one failed: each stands for itself. */
export async function runConformance<Subject>(
  checks: readonly ConformanceCheck<Subject>[],
  subject: Subject,
): Promise<readonly ConformanceResult[]> {
  const results: ConformanceResult[] = [];
  for (const { requirement, run } of checks) {
    const problem = await run(subject).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    results.push({ requirement, problem });
  }
  return results;
}

/** @returns the exit code: 0 if everything is met */
export function printConformance(results: readonly ConformanceResult[]): number {
  for (const { requirement, problem } of results) {
    console.log(`${problem === null ? 'ok    ' : 'FAILED'}  ${requirement}`);
    if (problem !== null) console.log(`        ${problem}`);
  }
  const failed = results.filter(({ problem }) => problem !== null).length;
  console.log(
    failed === 0 ? `\nAll ${results.length} checks passed.` : `\n${failed} of ${results.length} checks failed.`,
  );
  return failed === 0 ? 0 : 1;
}
