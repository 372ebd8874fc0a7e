import { networkOf } from '#server/platform/http/network-of.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

/** What a caller was refused: not signed in, an object of somebody else or of nobody, or too often. */
const DENIED_STATUSES: ReadonlySet<number> = new Set([401, 404, 429]);

const WINDOW_MINUTES = 10;

/** Beyond this the oldest are forgotten, and counted anew. */
const MAX_COUNTED = 5_000;

export interface Denial {
  /** Of the contract, e.g. `GET /api/accountList`. */
  readonly call: string;
  readonly status: number;
  readonly userId: number | null;
  readonly ipAddress: string;
}

interface Counted {
  readonly since: Temporal.Instant;
  readonly count: number;
}

/**
 * Records denials in the audit log, as samples: the first, the tenth, the hundredth
 * of one kind from one network within ten minutes. A flood of them must not become
 * a flood of entries, and one probe in passing must not go unseen.
 */
export class DenialRecorder {
  readonly #services: Services;
  readonly #counted = new Map<string, Counted>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** @param findUserId asked only for what is recorded */
  async record(denial: Omit<Denial, 'userId'>, findUserId: () => Promise<number | null>): Promise<void> {
    if (!DENIED_STATUSES.has(denial.status)) return;
    const { call, status, ipAddress } = denial;
    const count = this.#count(`${call} ${status} ${networkOf(ipAddress)}`);
    if (!Number.isInteger(Math.log10(count))) return;
    const { database, audit } = this.#services;
    const event = { event: 'access-denied', userId: await findUserId(), details: { call, status, ipAddress, count } };
    await inTransaction(database, (transaction) => audit.record(transaction, event));
  }

  #count(kind: string): number {
    const now = this.#services.clock.now();
    const before = this.#counted.get(kind);
    const isOpen = before && Temporal.Instant.compare(before.since.add({ minutes: WINDOW_MINUTES }), now) > 0;
    const counted = isOpen ? { since: before.since, count: before.count + 1 } : { since: now, count: 1 };
    this.#counted.delete(kind);
    this.#counted.set(kind, counted);
    const [oldest] = this.#counted.keys();
    if (this.#counted.size > MAX_COUNTED && oldest !== undefined) this.#counted.delete(oldest);
    return counted.count;
  }
}
