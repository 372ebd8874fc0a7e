/** One requirement of a protocol, in words that the other side's developers can act on. */
export interface ConformanceCheck<Subject> {
  readonly requirement: string;
  /** @throws NotConforming, NotChecked, or the error of the call that was not answered as required */
  run(subject: Subject): Promise<void>;
}

/** The other side answered, but not as the protocol says; the message says what to change. */
export class NotConforming extends Error {
  override readonly name = 'NotConforming';
}

/** Something that the check needs was not given; the message says what to pass. */
export class NotChecked extends Error {
  override readonly name = 'NotChecked';
}

export function demand(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new NotConforming(otherwise);
}

export interface ConformanceResult {
  readonly requirement: string;
  /** Null if it is met or was not checked. */
  readonly problem: string | null;
  /** The condition that the check lacks; null if it ran. */
  readonly unchecked: string | null;
}

export const PRIVATE_AUTHORITY =
  'For a certificate of your own authority, set NODE_EXTRA_CA_CERTS to its PEM file, or PASSBOOK_CARD_PROCESSOR_AUTHORITY for the card processor';

/** Whether a message is about a certificate that no known authority signed. */
export function isAboutAuthority(message: string): boolean {
  return /self.signed|unable.to.(get|verify)/i.test(message);
}

/** Runs every check in order, also after one failed: each stands for itself. */
export async function runConformance<Subject>(
  checks: readonly ConformanceCheck<Subject>[],
  subject: Subject,
): Promise<readonly ConformanceResult[]> {
  const results: ConformanceResult[] = [];
  for (const { requirement, run } of checks) {
    const outcome = await run(subject).then(
      () => ({ problem: null, unchecked: null }),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        return error instanceof NotChecked
          ? { problem: null, unchecked: message }
          : { problem: message, unchecked: null };
      },
    );
    results.push({ requirement, ...outcome });
  }
  return results;
}

export interface CheckedService<Subject> {
  readonly url: string;
  readonly keyVariable: string;
  readonly subject: Subject;
  /** A call that is signed with the key and changes nothing. */
  readonly tryOut: () => Promise<unknown>;
}

/**
 * Runs and prints all checks, unless none could pass: the same cause at every line hides it.
 * @returns the exit code: 0 if everything that was checked is met
 */
export async function checkConformance<Subject>(
  checks: readonly ConformanceCheck<Subject>[],
  { url, keyVariable, subject, tryOut }: CheckedService<Subject>,
): Promise<number> {
  const obstacle = await tryOut().then(
    () => undefined,
    (error: unknown) => findObstacle(error, url, keyVariable),
  );
  if (obstacle === undefined) return printConformance(await runConformance(checks, subject));
  console.log(`${obstacle}\nNothing was checked.`);
  return 1;
}

const UNREACHABLE: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** Returns why nothing can be checked: no server at the address, or a wrong key. */
function findObstacle(error: unknown, url: string, keyVariable: string): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as NodeJS.ErrnoException;
    if (UNREACHABLE.includes(code)) return `No server listens at ${url} (${code}). Start it, or correct the address.`;
    if (each.name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT') {
      return `${url} doesn't answer in time. Check the address and the firewall.`;
    }
    if (/\b40[13]\b/.test(each.message)) return `The key is refused: ${each.message}. Check ${keyVariable}.`;
  }
  return undefined;
}

/** @returns the exit code: 0 if everything that was checked is met */
export function printConformance(results: readonly ConformanceResult[]): number {
  for (const { requirement, problem, unchecked } of results) {
    const sign = problem === null ? (unchecked === null ? 'ok         ' : 'not checked') : 'FAILED     ';
    console.log(`${sign}  ${requirement}`);
    const remark = problem ?? unchecked;
    if (remark !== null) console.log(`             ${remark}`);
  }
  const problems = results.flatMap(({ problem }) => problem ?? []);
  const checked = results.filter(({ unchecked }) => unchecked === null).length;
  const left = results.length - checked;
  const rest = left === 0 ? '' : ` ${left} ${left === 1 ? 'was' : 'were'} not checked.`;
  if (problems.some(isAboutAuthority)) console.log(`\n${PRIVATE_AUTHORITY}.`);
  else if (checked > 2 && problems.length === checked && new Set(problems).size === 1) {
    console.log('\nEvery check failed in the same way. Check the address with its path, and the key.');
  }
  console.log(
    problems.length === 0
      ? `\n${checked === 1 ? 'The only check' : `All ${checked} checks`} passed.${rest}`
      : `\n${problems.length} of ${checked} checks failed.${rest}`,
  );
  return problems.length === 0 ? 0 : 1;
}
