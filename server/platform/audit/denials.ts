import { networkOf } from '#server/platform/http/network-of.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

/** Not signed in, a missing or foreign object, or too many requests. */
const DENIED_STATUSES: ReadonlySet<number> = new Set([401, 404, 429]);

const WINDOW_MINUTES = 10;

/** Beyond this, the oldest counters are dropped. */
const MAX_COUNTED = 5_000;

export interface Denial {
  /** From the contract, e.g. `GET /api/accountList`. */
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
 * Records denials in the audit log as samples: the 1st, 10th, 100th of one kind from one network within ten minutes.
 * This keeps a flood out of the log without missing a single probe.
 */
export class DenialRecorder {
  readonly #services: Services;
  readonly #counted = new Map<string, Counted>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** @param findUserId called only for recorded denials */
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
