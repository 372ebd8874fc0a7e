import { sql } from 'kysely';
import { day } from '#common/core/dates.ts';
import { type SeededRandom, seededRandom } from '#demo/books/seeded-random.ts';
import { makeStatementsJob } from '#server/accounts/statements/make-statements.job.ts';
import { closeBusinessDays } from '#server/payments/end-of-day/close-business-days.command.ts';
import { takeReturns } from '#server/payments/end-of-day/take-returns.command.ts';
import { runDuePaymentsJob } from '#server/payments/end-of-day/run-due-payments.job.ts';
import { changed, returned, returnFile } from '#tests/builders/return-file.ts';
import { Customers } from './act.ts';
import { daysFrom, plusDays } from './calendar.ts';
import { findDifferences } from './compare.ts';
import { openInstitution, type YearOfInstitution } from './institution.ts';
import type { DatedEvent, JournalEvent } from './journal.ts';
import { Replay } from './replay.ts';
import { Staff } from './staff.ts';
import { Trouble } from './trouble.ts';

/**
 * Both changes of daylight saving time, Christmas on a Saturday, Juneteenth on a Saturday, Independence Day on a Sunday,
 * and February 29 are in this year.
 */
const START_ON = '2027-06-15';
const END_ON = '2028-06-20';
const CLOSED_BEFORE = '2027-06-14';

const cutoff = '17:00';

/** How likely staff change something of a loan on a day. */
const STAFF_ACTIVITY = 0.03;

const never = new AbortController().signal;

export interface YearSize {
  readonly loans: number;
  /** How likely a customer does something on a day. */
  readonly activity: number;
}

/**
 * Lives a year of the demonstration institution day by day and replays it beside.
 * @returns the differences between the product and the replay, from the first month that has any
 */
export async function liveAYear(seed: number, { loans: count, activity }: YearSize): Promise<readonly string[]> {
  const random = seededRandom(seed);
  const year = await openInstitution(random, START_ON, count);
  try {
    const life = new Life(year, random);
    await life.begin();
    for (let today = START_ON; today <= END_ON; today = plusDays(today, 1)) {
      // The machine is off for a while now and then.
      if (random.next() < 0.01) today = plusDays(today, random.between(1, 3));
      await life.liveADay(today, activity);
      const endsMonth = plusDays(today, 1).slice(8) === '01';
      const differences = endsMonth || today >= END_ON ? await findDifferences(year.test, life.replay) : [];
      if (differences.length > 0) return differences.map((difference) => `${today}: ${difference}`);
    }
    return [];
  } finally {
    await year.test.close();
  }
}

class Life {
  readonly replay: Replay;
  readonly #year: YearOfInstitution;
  readonly #random: SeededRandom;
  readonly #trouble: Trouble;
  readonly #customers: Customers;
  readonly #staff: Staff;
  /** Of two drafts in flight on one account, the bank corrects both to the same number. */
  readonly #corrections = new Map<string, string>();
  #statementsThrough = '2027-05';

  constructor(year: YearOfInstitution, random: SeededRandom) {
    this.#year = year;
    this.#random = random;
    this.#trouble = new Trouble(year.test.services, random);
    this.#customers = new Customers(year, random, this.#trouble);
    this.#staff = new Staff(year, random);
    this.replay = new Replay(year.loans, CLOSED_BEFORE);
  }

  /** Closes the day before, so that every day of the year is closed once. */
  async begin(): Promise<void> {
    this.#moveTo(START_ON, '00:05');
    await closeBusinessDays(this.#year.test.services, never);
  }

  async liveADay(today: string, activity: number): Promise<void> {
    const endOfLastMonth = plusDays(`${today.slice(0, 7)}-01`, -1);
    if (endOfLastMonth.slice(0, 7) > this.#statementsThrough && endOfLastMonth >= START_ON) {
      this.#statementsThrough = endOfLastMonth.slice(0, 7);
      this.#note({ kind: 'monthEnded', through: endOfLastMonth });
    }
    const { services } = this.#year.test;
    this.#moveTo(today, '00:05');
    await this.#submitDue();
    if (Number(today.slice(8)) <= 7) await makeStatementsJob.run(services, never);
    // The hour that comes twice in November, and never in March.
    for (const wall of ['01:30', '02:30']) await this.#letCustomersAct(today, wall, activity / 6);
    this.#moveTo(today, '08:00');
    await this.#takeBankNotices();
    await this.#letStaffAct();
    for (const wall of ['08:15', '16:59', cutoff]) await this.#letCustomersAct(today, wall, activity / 6);
    this.#moveTo(today, '17:05');
    if (this.#random.next() < 0.95) {
      await this.#trouble.run(() => closeBusinessDays(services, never));
      this.#note({ kind: 'closed' });
    }
    await this.#letCustomersAct(today, '23:50', activity / 6);
  }

  async #letCustomersAct(today: string, wall: string, likelihood: number): Promise<void> {
    for (const loan of this.#year.loans) {
      if (this.#random.next() >= likelihood) continue;
      this.#moveTo(today, wall);
      const event = await this.#customers.act(loan);
      if (event) this.#note(event);
    }
  }

  async #letStaffAct(): Promise<void> {
    for (const loan of this.#year.loans) {
      if (this.#random.next() >= STAFF_ACTIVITY) continue;
      const event = await this.#staff.act(loan);
      if (event) this.#note(event);
    }
  }

  async #submitDue(): Promise<void> {
    await this.#trouble.run(() => runDuePaymentsJob.run(this.#year.test.services, never));
    this.#note({ kind: 'submittedDue' });
  }

  /** The bank returns some drafts and corrects some account numbers, two to ten days after the file. */
  async #takeBankNotices(): Promise<void> {
    const { services, clock } = this.#year.test;
    const { rows } = await sql<{ trace: string; cents: number; key: string; filed: string }>`
      select e.trace_number as trace, e.amount_cents as cents, f.business_on::text as filed,
        coalesce(r.reference_number || '@' || p.occurs_on, p.reference_number) as key
      from ach_entries e join payments p using (payment_id) join ach_files f using (file_id)
        left join recurring_payments r using (recurring_id)
      where p.state = 'posted' order by e.trace_number`.execute(services.database);
    for (const { trace, cents, key, filed } of rows) {
      const age = daysFrom(filed, clock.today());
      if (age < 2 || age > 10) continue;
      const chance = this.#random.next();
      if (chance < 0.02) await this.#return(trace, cents, key);
      else if (chance < 0.025) await this.#correct(trace, key);
    }
  }

  async #return(trace: string, cents: number, key: string): Promise<void> {
    const code = this.#random.pick(['R01', 'R01', 'R01', 'R02', 'R10']);
    const file = returnFile([returned(trace, cents, code)]);
    await this.#trouble.run(() => takeReturns(this.#year.test.services, file));
    this.#note({ kind: 'returned', key, code });
  }

  async #correct(trace: string, key: string): Promise<void> {
    const from = this.replay.payments.find((payment) => payment.draft?.key === key)?.draft?.account;
    if (from === undefined) throw new Error(`The replay knows no draft ${key}`);
    const to = this.#corrections.get(from) ?? `9${this.#random.between(10_000_000, 99_999_999)}`;
    this.#corrections.set(from, to);
    const taken = await takeReturns(this.#year.test.services, returnFile([changed(trace, 'C01', to)]));
    if (taken.ok && taken.value.changed.length > 0) this.#note({ kind: 'corrected', from, to });
  }

  #note(event: JournalEvent): void {
    const { today, wallTime } = this.#year.test.clock.moment();
    const dated: DatedEvent = { ...event, today, pastCutoff: wallTime >= cutoff };
    this.replay.play(dated);
  }

  /** Half past one comes twice on the day daylight saving time ends, and either one may be meant. */
  #moveTo(today: string, wall: string): void {
    const { clock } = this.#year.test;
    const disambiguation = this.#random.next() < 0.5 ? 'earlier' : 'later';
    const local = Temporal.PlainDateTime.from(`${day(today)}T${wall}`);
    const then = local.toZonedDateTime('America/New_York', { disambiguation }).toInstant();
    const seconds = clock.now().until(then, { largestUnit: 'seconds' });
    if (seconds.sign > 0) clock.moveOn(seconds);
  }
}
