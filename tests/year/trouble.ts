import { sql } from 'kysely';
import { HostUnavailable } from '#server/host/host-errors.ts';
import { ProcessorUnavailable } from '#server/payments-network/card-processor.ts';
import { settlePayments } from '#server/payments/settlement/settle-payments.command.ts';
import type { SeededRandom } from '#demo/books/seeded-random.ts';
import type { Services } from '#server/services.ts';

/** What becomes of a card charge on the way: its request or its answer gets lost. */
type Fate = 'arrives' | 'lostBefore' | 'lostAfter';

const never = new AbortController().signal;

/** Makes answers of the host and the card processor get lost, and kills jobs in the middle of a transaction. */
export class Trouble {
  readonly #services: Services;
  readonly #random: SeededRandom;
  readonly #known = new Set<string>();
  #fate: Fate = 'arrives';
  /** Audit entries until the process dies; infinite while it lives. */
  #entriesToLive = Infinity;

  constructor(services: Services, random: SeededRandom) {
    this.#services = services;
    this.#random = random;
    const { host, cardProcessor, audit } = services;
    const postPayment: typeof host.postPayment = async (posting) => {
      const chance = this.#random.next();
      if (chance < 0.03) throw new HostUnavailable('unreachable', 'lost on the way');
      const posted = await host.postPayment(posting);
      if (chance < 0.06) throw new HostUnavailable('unreachable', 'the answer was lost');
      return posted;
    };
    const charge: typeof cardProcessor.charge = async (request) => {
      const fate = this.#fate;
      this.#fate = 'arrives';
      if (fate === 'lostBefore') throw new ProcessorUnavailable('lost on the way');
      const outcome = await cardProcessor.charge(request);
      if (fate === 'lostAfter') throw new ProcessorUnavailable('the answer was lost');
      return outcome;
    };
    const record: typeof audit.record = async (transaction, event) => {
      this.#entriesToLive -= 1;
      if (this.#entriesToLive < 0) throw new Error('killed');
      await audit.record(transaction, event);
    };
    Object.assign(services, {
      host: { ...host, postPayment },
      cardProcessor: { ...cardProcessor, charge },
      audit: { ...audit, record },
    });
  }

  /** Decides what becomes of the next card charge. */
  chooseFate(): Fate {
    const chance = this.#random.next();
    this.#fate = chance < 0.06 ? 'lostBefore' : chance < 0.12 ? 'lostAfter' : 'arrives';
    return this.#fate;
  }

  /** Runs a job until nothing is left open; sometimes it is killed first, as by a power failure. */
  async run(job: () => Promise<unknown>): Promise<void> {
    if (this.#random.next() < 0.1) {
      this.#entriesToLive = this.#random.between(0, 2);
      await job().catch((error: unknown) => {
        if (!(error instanceof Error) || error.message !== 'killed') throw error;
      });
      this.#entriesToLive = Infinity;
      await this.recover();
    }
    this.#fate = this.#random.next() < 0.05 ? 'lostAfter' : 'arrives';
    await job();
    this.#fate = 'arrives';
    // A payment may have waited for an earlier one of its loan.
    if (await this.recover()) await job();
    await this.recover();
  }

  /** What the recovery job does once the leases of dead processes have expired. @returns whether it had to */
  async recover(): Promise<boolean> {
    const { database } = this.#services;
    await sql`update payments set claimed_until = null where state = 'scheduled' and claimed_until is not null`.execute(
      database,
    );
    await sql`update recurring_payments set claimed_until = null where claimed_until is not null`.execute(database);
    for (let round = 0; round < 8; round += 1) {
      const { rows } = await sql`
        update payments set leased_until = now() where state in ('submitting', 'confirming', 'unknown') returning payment_id`.execute(
        database,
      );
      if (rows.length === 0) return round > 0;
      await settlePayments(this.#services, never);
    }
    throw new Error('A payment stays without an outcome');
  }

  /** Returns the payment that was made just now, whatever its answer said. */
  async findNewPayment(accountNumber: string): Promise<{ readonly reference: string } | undefined> {
    await this.recover();
    const { rows } = await sql<{ reference: string }>`
      select reference_number as reference from payments
      where account_number = ${accountNumber} and timing = 'immediate'
      order by payment_id desc limit 1`.execute(this.#services.database);
    const [newest] = rows;
    if (!newest || this.#known.has(newest.reference)) return undefined;
    this.#known.add(newest.reference);
    return newest;
  }
}
