import { sql } from 'kysely';
import { HostUnavailable } from '#server/host/host-errors.ts';
import { ProcessorUnavailable } from '#server/payments-network/card-processor.ts';
import { settlePayments } from '#server/payments/settlement/settle-payments.command.ts';
import type { SeededRandom } from '#demo/books/seeded-random.ts';
import type { Services } from '#server/services.ts';
import type { TestApp } from '#tests/builders/test-app.ts';
import type { Happenings } from './happenings.ts';

/** What becomes of a card charge on the way: its request or its answer gets lost. */
type Fate = 'arrives' | 'lostBefore' | 'lostAfter';

const never = new AbortController().signal;

/** Makes answers of the host and the card processor get lost, and kills jobs in the middle of a transaction. */
export class Trouble {
  readonly #services: Services;
  readonly #random: SeededRandom;
  readonly #happenings: Happenings;
  readonly #known = new Set<string>();
  #fate: Fate = 'arrives';
  /** Audit entries until the process dies; infinite while it lives. */
  #entriesToLive = Infinity;
  #killer = new AbortController();
  #isAnswerDue = false;

  constructor({ services, clock }: TestApp, random: SeededRandom, happenings: Happenings) {
    this.#services = services;
    this.#random = random;
    this.#happenings = happenings;
    const { host, cardProcessor, audit } = services;
    const postPayment: typeof host.postPayment = async (posting) => {
      // Twice in a row, a draft would wait for the next file.
      const isSilent = !this.#isAnswerDue && this.#random.next() < 0.06;
      const isAlone = isSilent && (await this.#countDue(posting.accountNumber)) === 0;
      const chance = isAlone ? this.#random.next() * 0.06 : 1;
      this.#isAnswerDue = chance < 0.06;
      if (chance < 0.03) throw this.#silence('host silent');
      const posted = await host.postPayment(posting);
      if (chance < 0.06) throw this.#silence('answer of the host lost');
      return posted;
    };
    const charge: typeof cardProcessor.charge = async (request) => {
      const fate = this.#fate;
      this.#fate = 'arrives';
      if (fate === 'lostBefore') throw this.#noAnswer('card charge lost');
      const outcome = await cardProcessor.charge(request);
      if (fate === 'lostAfter') throw this.#noAnswer('answer of the card processor lost');
      return outcome;
    };
    const listCharges: typeof cardProcessor.listCharges = async (after) => {
      // Comparing a day takes time, so what the next day of the same run submits isn't of the same instant.
      clock.moveOn({ seconds: 1 });
      return cardProcessor.listCharges(after);
    };
    const record: typeof audit.record = async (transaction, event) => {
      this.#entriesToLive -= 1;
      if (this.#entriesToLive < 0) {
        // A dead process takes no further step.
        this.#killer.abort();
        throw new Error('killed');
      }
      await audit.record(transaction, event);
    };
    Object.assign(services, {
      host: { ...host, postPayment },
      cardProcessor: { ...cardProcessor, charge, listCharges },
      audit: { ...audit, record },
    });
  }

  /** A second payment of a loan waits for the first one to be posted, and would miss the bank file of the day. */
  async #countDue(accountNumber: string | null = null): Promise<number> {
    const today = this.#services.clock.today();
    const { rows } = await sql`
      select from payments where state = 'scheduled' and pay_on <= ${today}
        and account_number = coalesce(${accountNumber}, account_number)
      union all
      select from recurring_payments where state = 'active' and run_on <= ${today}
        and account_number = coalesce(${accountNumber}, account_number)`.execute(this.#services.database);
    return rows.length;
  }

  #silence(how: 'host silent' | 'answer of the host lost'): HostUnavailable {
    this.#happenings.count(how);
    return new HostUnavailable('unreachable', how);
  }

  #noAnswer(how: 'card charge lost' | 'answer of the card processor lost'): ProcessorUnavailable {
    this.#happenings.count(how);
    return new ProcessorUnavailable(how);
  }

  /** Decides what becomes of the next card charge. */
  chooseFate(): Fate {
    const chance = this.#random.next();
    this.#fate = chance < 0.1 ? 'lostBefore' : chance < 0.2 ? 'lostAfter' : 'arrives';
    return this.#fate;
  }

  /**
   * Runs a job until nothing is left open; sometimes it is killed first, as by a power failure.
   * @param losesCharges not at the end of a day: what its comparison misses is paid out a day later
   */
  async run(job: (stopping: AbortSignal) => Promise<unknown>, { losesCharges = true } = {}): Promise<void> {
    if (this.#random.next() < 0.1) {
      this.#entriesToLive = this.#random.between(0, 2);
      const { signal } = (this.#killer = new AbortController());
      await job(signal).catch((error: unknown) => {
        if (!(error instanceof Error) || error.message !== 'killed') throw error;
      });
      if (signal.aborted) this.#happenings.count('job killed');
      this.#entriesToLive = Infinity;
      await this.recover();
    }
    const loses = this.#random.next() < 0.05;
    this.#fate = loses && losesCharges && (await this.#countDue()) < 2 ? 'lostAfter' : 'arrives';
    await job(never);
    this.#fate = 'arrives';
    // A payment may have waited for an earlier one of its loan.
    if (!(await this.recover())) return;
    await job(never);
    await this.recover();
  }

  /** What the recovery job does once the leases of dead processes have expired. @returns whether it had to */
  async recover(): Promise<boolean> {
    for (let round = 0; round < 8; round += 1) {
      const { rows } = await sql`
        with scheduled as (
          update payments set claimed_until = null where state = 'scheduled' and claimed_until is not null
        ), recurring as (update recurring_payments set claimed_until = null where claimed_until is not null)
        update payments set leased_until = now() where state in ('submitting', 'confirming', 'unknown')
        returning payment_id`.execute(this.#services.database);
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
