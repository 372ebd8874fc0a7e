import { sql } from 'kysely';
import { day } from '#common/core/dates.ts';
import { type SeededRandom, seededRandom } from '#demo/books/seeded-random.ts';
import { makeStatementsJob } from '#server/accounts/statements/make-statements.job.ts';
import { closeBusinessDays } from '#server/payments/end-of-day/close-business-days.command.ts';
import { takeReturns } from '#server/payments/end-of-day/take-returns.command.ts';
import { runDuePaymentsJob } from '#server/payments/end-of-day/run-due-payments.job.ts';
import { changed, returned, returnedCredit, returnFile } from '#tests/builders/return-file.ts';
import { Customers } from './act.ts';
import { BankingCalendar, daysFrom, plusDays } from './calendar.ts';
import { findDifferences } from './compare.ts';
import { happeningOf, Happenings } from './happenings.ts';
import { openInstitution, type YearOfInstitution } from './institution.ts';
import type { DatedEvent, JournalEvent } from './journal.ts';
import { Replay } from './replay.ts';
import { namesOf } from './special-days.ts';
import { Staff } from './staff.ts';
import { Tellers } from './tellers.ts';
import { Trouble } from './trouble.ts';

/** A few days more than a year, so each has both changes of daylight saving time and every holiday. */
const DAYS_LIVED = 372;

/** Four years have every holiday on some Saturday or Sunday, and February 29. */
const FIRST_START_ON = '2027-01-01';
const STARTS = 1_461;

const cutoff = '17:00';

/** How likely staff change something of a loan on a day. */
const STAFF_ACTIVITY = 0.05;

/** How likely they post, refund or pay out money of a loan on a day. */
const TELLER_ACTIVITY = 0.05;

/** The same for a charged-off loan, which isn't charged off for long. */
const RECOVERY_ACTIVITY = 0.2;

const never = new AbortController().signal;

export interface YearSize {
  /** The last one is a line of credit. */
  readonly loans: number;
  /** How likely a customer does something on a day. */
  readonly activity: number;
  /** How likely the machine works in a night, or on a day that no bank works; what it leaves, the next end of day does. */
  readonly diligence: number;
  /** The share of days on which the institution itself is closed, as others are on holidays. */
  readonly closed: number;
}

export interface LivedYear {
  /** Between the product and the replay, from the first month that has any. */
  readonly differences: readonly string[];
  readonly happenings: Happenings;
}

/** Lives a year of the demonstration institution day by day and replays it beside. */
export async function liveAYear(seed: number, size: YearSize): Promise<LivedYear> {
  const random = seededRandom(seed);
  const startOn = startOf(seed);
  const endOn = plusDays(startOn, DAYS_LIVED - 1);
  const closedOn = chooseClosedDays(random, startOn, size.closed);
  const year = await openInstitution(random, { startOn, size: size.loans, closedOn });
  try {
    const life = new Life(year, random, size, new BankingCalendar(closedOn), startOn);
    const { happenings } = life;
    for (let today = startOn; today <= endOn; today = plusDays(today, 1)) {
      if (random.next() < 0.01) {
        happenings.count('machine off');
        today = plusDays(today, random.between(1, 3));
      }
      await life.liveADay(today);
      const endsMonth = plusDays(today, 1).slice(8) === '01';
      const found = endsMonth || today >= endOn ? await findDifferences(year.test, life.replay) : [];
      if (found.length > 0) return { differences: found.map((difference) => `${today}: ${difference}`), happenings };
    }
    for (const { recoveries } of life.replay.loans.values()) {
      happenings.count('payment recovered on a charged-off loan', recoveries.posted);
      happenings.count('recovered payment taken back', recoveries.takenBack);
    }
    return { differences: [], happenings };
  } finally {
    await year.test.close();
  }
}

/** Seeds in a row start in all four years and all seasons, and no two of more than a thousand on the same day. */
function startOf(seed: number): string {
  return plusDays(FIRST_START_ON, (seed * 137) % STARTS);
}

function chooseClosedDays(random: SeededRandom, startOn: string, share: number): string[] {
  const days = Array.from({ length: DAYS_LIVED - 1 }, (_, index) => plusDays(startOn, index + 1));
  return days.filter(() => random.next() < share);
}

class Life {
  readonly replay: Replay;
  readonly happenings = new Happenings();
  readonly #size: YearSize;
  readonly #calendar: BankingCalendar;
  readonly #year: YearOfInstitution;
  readonly #random: SeededRandom;
  readonly #trouble: Trouble;
  readonly #customers: Customers;
  readonly #staff: Staff;
  readonly #tellers: Tellers;
  /** Of two drafts in flight on one account, the bank corrects both to the same number. */
  readonly #corrections = new Map<string, string>();
  readonly #startOn: string;
  #statementsThrough = '';
  #madeStatementsFor = '';

  constructor(
    year: YearOfInstitution,
    random: SeededRandom,
    size: YearSize,
    calendar: BankingCalendar,
    startOn: string,
  ) {
    this.#startOn = startOn;
    this.#size = size;
    this.#calendar = calendar;
    this.#year = year;
    this.#random = random;
    this.#trouble = new Trouble(year.test, random, this.happenings);
    this.#customers = new Customers(year, random, this.#trouble);
    this.#staff = new Staff(year, random);
    this.#tellers = new Tellers(year, random, this.#customers);
    this.replay = new Replay(year.loans, plusDays(startOn, -1), calendar);
  }

  async liveADay(today: string): Promise<void> {
    const endOfLastMonth = plusDays(`${today.slice(0, 7)}-01`, -1);
    if (endOfLastMonth.slice(0, 7) > this.#statementsThrough && endOfLastMonth >= this.#startOn) {
      this.#statementsThrough = endOfLastMonth.slice(0, 7);
      this.#note({ kind: 'monthEnded', through: endOfLastMonth });
    }
    const { services } = this.#year.test;
    for (const name of namesOf(today)) this.happenings.count(name);
    this.#moveTo(today, '00:05');
    const works = () => this.#random.next() < this.#size.diligence;
    if (works()) await this.#submitDue();
    const day = Number(today.slice(8));
    // What a machine that was off all week misses is made on request.
    if ((day <= 7 && works()) || (day >= 5 && this.#madeStatementsFor !== today.slice(0, 7))) {
      this.#madeStatementsFor = today.slice(0, 7);
      await makeStatementsJob.run(services, never);
    }
    // The hour that comes twice in November, and never in March.
    for (const wall of ['01:30', '02:30']) await this.#letCustomersAct(today, wall);
    this.#moveTo(today, '08:00');
    await this.#takeBankNotices();
    await this.#letStaffAct();
    for (const wall of ['08:15', '16:59', cutoff]) await this.#letCustomersAct(today, wall);
    this.#moveTo(today, '17:05');
    if (this.#calendar.isBankingDay(today) ? this.#random.next() < 0.95 : works()) {
      await this.#trouble.run((stopping) => closeBusinessDays(services, stopping), { losesCharges: false });
      this.#note({ kind: 'closed' });
    } else if (this.#calendar.isBankingDay(today)) this.happenings.count('day closed late');
    await this.#letCustomersAct(today, '23:50');
  }

  async #letCustomersAct(today: string, wall: string): Promise<void> {
    for (const loan of this.#year.loans) {
      if (this.#random.next() >= this.#size.activity / 6) continue;
      this.#moveTo(today, wall);
      const event = await this.#customers.act(loan);
      if (event?.kind === 'autopay' && loan.limit !== null) this.happenings.count('autopay on a line of credit');
      this.#note(event);
    }
  }

  async #letStaffAct(): Promise<void> {
    for (const loan of this.#year.loans) {
      const chance = this.#random.next();
      const ofTellers = this.#staff.hasChargedOff(loan) ? RECOVERY_ACTIVITY : TELLER_ACTIVITY;
      if (chance >= STAFF_ACTIVITY + ofTellers) continue;
      if (chance < STAFF_ACTIVITY) this.#note(await this.#staff.act(loan));
      else this.#note(await this.#tellers.act(loan));
    }
  }

  async #submitDue(): Promise<void> {
    await this.#trouble.run((stopping) => runDuePaymentsJob.run(this.#year.test.services, stopping));
    this.#note({ kind: 'submittedDue' });
  }

  /** The bank returns some drafts and corrects some account numbers, two to ten days after the file. */
  async #takeBankNotices(): Promise<void> {
    const today = this.#year.test.clock.today();
    const recent = this.replay.bank.files.filter(({ businessOn }) => {
      const age = daysFrom(businessOn, today);
      return age >= 2 && age <= 10;
    });
    for (const { key } of recent.flatMap(({ entries }) => entries)) {
      const chance = this.#random.next();
      if (chance >= 0.025) continue;
      const draft = await this.#findPostedDraft(key);
      if (!draft) continue;
      if (chance < 0.02) await this.#return(draft.trace, draft.cents, key);
      else await this.#correct(draft.trace, key);
    }
    for (const { key } of recent.flatMap(({ credits }) => credits)) {
      if (this.#random.next() < 0.1) await this.#returnCredit(key);
    }
  }

  async #returnCredit(id: string): Promise<void> {
    const { services } = this.#year.test;
    const { rows } = await sql<{ trace: string; cents: number; purpose: 'draw' | 'overpayment' }>`
      select trace_number as trace, amount_cents as cents, purpose from payout_credits join payouts using (payout_id)
      where reference = ${id}`.execute(services.database);
    const [credit] = rows;
    if (!credit) throw new Error(`No file has the credit ${id}`);
    const file = returnFile([returnedCredit(credit.trace, credit.cents, 'R23')]);
    const taken = await takeReturns(services, file);
    if (!taken.ok || taken.value.returned === 0) return;
    this.#note({ kind: credit.purpose === 'draw' ? 'drawReturned' : 'payoutReturned', id });
  }

  async #findPostedDraft(key: string): Promise<{ readonly trace: string; readonly cents: number } | undefined> {
    const { rows } = await sql<{ trace: string; cents: number }>`
      select e.trace_number as trace, e.amount_cents as cents
      from ach_entries e join payments p using (payment_id) left join recurring_payments r using (recurring_id)
      where p.state = 'posted' and e.trace_number is not null
        and coalesce(r.reference_number || '@' || p.occurs_on, p.reference_number) = ${key}`.execute(
      this.#year.test.services.database,
    );
    return rows[0];
  }

  async #return(trace: string, cents: number, key: string): Promise<void> {
    const code = this.#random.pick(['R01', 'R01', 'R02', 'R10'] as const);
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

  #note(event: JournalEvent | undefined): void {
    if (!event) return;
    const { today, wallTime } = this.#year.test.clock.moment();
    const dated: DatedEvent = { ...event, today, pastCutoff: wallTime >= cutoff };
    this.happenings.count(happeningOf(dated));
    const charged = this.replay.charges.length;
    this.replay.play(dated);
    if (this.replay.charges.length > charged) this.happenings.count('late charge');
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
