import { sql } from 'kysely';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { receivedMeans } from '#common/payments/rules/received-payment.ts';
import type { SeededRandom } from '#demo/books/seeded-random.ts';
import { drawOnLine } from '#server/payments/operator/draw-on-line.command.ts';
import { movePayment } from '#server/payments/operator/move-payment.command.ts';
import { findOverpaid, payOutOverpayment, stopPayout } from '#server/payments/operator/pay-out-overpayment.command.ts';
import { receivePayment, takeBackReceived } from '#server/payments/operator/receive-payment.command.ts';
import { refundPart } from '#server/payments/operator/refund-part.command.ts';
import type { Customers } from './act.ts';
import { plusDays } from './calendar.ts';
import type { YearOfInstitution } from './institution.ts';
import type { AgreedLoan, JournalEvent } from './journal.ts';

const decision = { by: 'staff:ruth', reason: 'The customer asked' };
const nothing = () => Promise.resolve();

/**
 * Staff who handle money: they post what came by check, wire or at a branch, take it back, move it, refund and
 * pay out.
 */
export class Tellers {
  readonly #year: YearOfInstitution;
  readonly #random: SeededRandom;
  readonly #customers: Customers;
  readonly #received = new Map<string, string[]>();
  readonly #payouts = new Map<string, string[]>();
  readonly #draws = new Map<string, string[]>();
  #count = 0;

  constructor(year: YearOfInstitution, random: SeededRandom, customers: Customers) {
    this.#year = year;
    this.#random = random;
    this.#customers = customers;
  }

  /** @returns what was done; undefined if it was refused, or there was nothing to do */
  act(loan: AgreedLoan): Promise<JournalEvent | undefined> {
    if (loan.limit !== null && this.#random.next() < 0.5) {
      return this.#random.next() < 0.8 ? this.#draw(loan) : this.#stopDraw(loan);
    }
    const chance = this.#random.next();
    if (chance < 0.5) return this.#receive(loan);
    if (chance < 0.62) return this.#takeBack(loan);
    if (chance < 0.7) return this.#refundPart(loan);
    if (chance < 0.8) return this.#move(loan);
    return chance < 0.91 ? this.#payOut(loan) : this.#stopPayout(loan);
  }

  async #receive({ number, customerId }: AgreedLoan): Promise<JournalEvent | undefined> {
    const { services } = this.#year.test;
    const today = services.clock.today();
    const on = plusDays(today, -this.#random.pick([0, 0, 0, 1, 4, 15, 50]));
    const means = this.#random.pick(receivedMeans);
    const owed = (await services.host.findLoan(customerId, number, today))?.payoffCents ?? 0;
    // Some pay off what they believe to owe.
    const amount =
      this.#random.next() < 0.15 ? owed + this.#random.between(1, 5_000) : this.#random.between(500, 40_000);
    const reference = `R-${(this.#count += 1)}`;
    const money = { customerId, accountNumber: number, means, reference, receivedOn: day(on) };
    let id = '';
    const received = await receivePayment(
      services,
      { ...money, amountCents: cents(amount) },
      decision.by,
      (_, newId) => {
        id = newId;
        return Promise.resolve();
      },
    );
    if (!received.ok) return undefined;
    this.#received.set(number, [...(this.#received.get(number) ?? []), id]);
    return { kind: 'received', id, loan: number, on, amount: BigInt(amount) };
  }

  async #takeBack({ number }: AgreedLoan): Promise<JournalEvent | undefined> {
    const received = this.#received.get(number) ?? [];
    if (received.length === 0) return undefined;
    const id = this.#random.pick(received);
    const taken = await takeBackReceived(this.#year.test.services, await this.#rowOf(id), decision, nothing);
    return taken.ok ? { kind: 'receivedTakenBack', id } : undefined;
  }

  /** Received money has a row on each loan it was on. */
  async #rowOf(received: string): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      select received_id as id from received_payments
      where (received_id = ${received} or moved_from = ${received}) and moved_at is null`.execute(
      this.#year.test.services.database,
    );
    return rows[0]?.id ?? '';
  }

  /** It was meant for another loan, perhaps that of another customer. */
  async #move({ number }: AgreedLoan): Promise<JournalEvent | undefined> {
    const { services } = this.#year.test;
    const { rows } = await sql<{ id: string; payment: string | null; received: string | null; place: string }>`
      with movable as (
        select p.payment_id::text as id, p.created_at as at, null as received,
          coalesce(r.reference_number || '@' || p.occurs_on, p.reference_number) as payment,
          coalesce((select to_account_number from payment_moves m where m.payment_id = p.payment_id::text
            order by moved_at desc limit 1), p.account_number) as place
        from payments p left join recurring_payments r using (recurring_id) where p.state = 'posted'
        union all
        select received_id::text, recorded_at, coalesce(moved_from, received_id)::text, null, account_number
        from received_payments where moved_at is null and taken_back_at is null)
      select id, payment, received, place from movable where place = ${number}
      order by at desc, payment, received limit 5`.execute(services.database);
    const others = this.#year.loans.filter((loan) => loan.number !== number);
    if (rows.length === 0 || others.length === 0) return undefined;
    const { id, payment, received } = this.#random.pick(rows);
    const to = this.#random.pick(others);
    const move = {
      money: { kind: received === null ? 'payment' : 'received', id } as const,
      from: number,
      to: { customerId: to.customerId, accountNumber: to.number },
      waivedChargeIds: [],
    };
    if (!(await movePayment(services, move, decision, nothing)).ok) return undefined;
    const what = received === null ? { payment: payment ?? '' } : { received };
    return { kind: 'moved', what, to: to.number };
  }

  async #refundPart({ number }: AgreedLoan): Promise<JournalEvent | undefined> {
    const { services } = this.#year.test;
    const { rows } = await sql<{ id: string; key: string; left: number }>`
      select p.payment_id::text as id, coalesce(r.reference_number || '@' || p.occurs_on, p.reference_number) as key,
        p.amount_cents + p.additional_principal_cents + p.first_party_fee_cents - p.refunded_cents as left
      from payments p left join recurring_payments r using (recurring_id)
      where p.account_number = ${number} and p.method_type = 'Card' and p.state = 'posted'
      order by p.created_at, key`.execute(services.database);
    if (rows.length === 0) return undefined;
    const { id: paymentId, key, left } = this.#random.pick(rows);
    const amountCents = cents(this.#random.between(1, left));
    const refunded = await refundPart(services, { paymentId, amountCents }, decision, nothing);
    return refunded.ok ? { kind: 'refundedInPart', key, amount: BigInt(amountCents) } : undefined;
  }

  async #payOut(named: AgreedLoan): Promise<JournalEvent | undefined> {
    const { services } = this.#year.test;
    const { number, customerId } = named;
    const loan = { customerId, accountNumber: number };
    const overpaid = await findOverpaid(services, loan);
    if (!overpaid.ok || overpaid.value <= 0) return undefined;
    const amountCents = cents(this.#random.next() < 0.6 ? overpaid.value : this.#random.between(1, overpaid.value));
    const { way, account } = this.#wayTo(named);
    const paid = await payOutOverpayment(services, { ...loan, amountCents, ...way }, decision, nothing);
    if (!paid.ok) return undefined;
    const id = await this.#newestPayout(number, 'overpayment');
    this.#payouts.set(number, [...(this.#payouts.get(number) ?? []), id]);
    return { kind: 'paidOut', id, loan: number, amount: BigInt(amountCents), account };
  }

  async #stopPayout({ number }: AgreedLoan): Promise<JournalEvent | undefined> {
    const id = await this.#stopOneOf(this.#payouts.get(number) ?? []);
    return id === undefined ? undefined : { kind: 'payoutStopped', id };
  }

  async #draw(loan: AgreedLoan): Promise<JournalEvent | undefined> {
    const { services } = this.#year.test;
    const { number, customerId } = loan;
    const amountCents = cents(this.#random.between(500, 90_000));
    const line = { customerId, accountNumber: number, amountCents };
    const { way, account } = this.#wayTo(loan);
    const drawn = await drawOnLine(services, { ...line, ...way }, decision, nothing);
    if (!drawn.ok) return undefined;
    const id = await this.#newestPayout(number, 'draw');
    this.#draws.set(number, [...(this.#draws.get(number) ?? []), id]);
    return { kind: 'drawn', id, loan: number, amount: BigInt(amountCents), account };
  }

  /** To the customer's newest bank account, or as a check. */
  #wayTo(loan: AgreedLoan) {
    const to = this.#random.next() < 0.7 ? this.#customers.bankAccountOf(loan) : undefined;
    const way = to
      ? ({ means: 'bank', profileId: to.profileId } as const)
      : ({ means: 'check', reference: `C-${(this.#count += 1)}` } as const);
    return { way, account: to?.account ?? null };
  }

  async #newestPayout(accountNumber: string, purpose: 'draw' | 'overpayment'): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      select reference as id from payouts where account_number = ${accountNumber} and purpose = ${purpose}
      order by recorded_at desc limit 1`.execute(this.#year.test.services.database);
    const [newest] = rows;
    if (!newest) throw new Error(`Nothing was paid out of ${accountNumber}`);
    return newest.id;
  }

  async #stopDraw({ number }: AgreedLoan): Promise<JournalEvent | undefined> {
    const id = await this.#stopOneOf((this.#draws.get(number) ?? []).slice(-2));
    return id === undefined ? undefined : { kind: 'drawStopped', id };
  }

  async #stopOneOf(references: readonly string[]): Promise<string | undefined> {
    if (references.length === 0) return undefined;
    const { services } = this.#year.test;
    const id = this.#random.pick(references);
    const { rows } = await sql<{ payoutId: string }>`
      select payout_id as "payoutId" from payouts where reference = ${id}`.execute(services.database);
    const stopped = await stopPayout(services, rows[0]?.payoutId ?? '', decision, nothing);
    return stopped.ok ? id : undefined;
  }
}
