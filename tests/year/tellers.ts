import { sql } from 'kysely';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { receivedMeans } from '#common/payments/rules/received-payment.ts';
import type { SeededRandom } from '#demo/books/seeded-random.ts';
import { drawOnLine } from '#server/payments/operator/draw-on-line.command.ts';
import { findOverpaid, payOutOverpayment, stopPayout } from '#server/payments/operator/pay-out-overpayment.command.ts';
import { receivePayment, takeBackReceived } from '#server/payments/operator/receive-payment.command.ts';
import { refundPart } from '#server/payments/operator/refund-part.command.ts';
import type { Customers } from './act.ts';
import { plusDays } from './calendar.ts';
import type { YearOfInstitution } from './institution.ts';
import type { AgreedLoan, JournalEvent } from './journal.ts';

const decision = { by: 'staff:ruth', reason: 'The customer asked' };
const nothing = () => Promise.resolve();

/** Staff who handle money: they post what came by check, wire or at a branch, take it back, refund and pay out. */
export class Tellers {
  readonly #year: YearOfInstitution;
  readonly #random: SeededRandom;
  readonly #customers: Customers;
  readonly #received = new Map<string, string[]>();
  readonly #checks = new Map<string, string[]>();
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
    if (chance < 0.8) return this.#refundPart(loan);
    return chance < 0.91 ? this.#payOut(loan) : this.#stopCheck(loan);
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
    const taken = await takeBackReceived(this.#year.test.services, id, decision, nothing);
    return taken.ok ? { kind: 'receivedTakenBack', id } : undefined;
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

  async #payOut({ number, customerId }: AgreedLoan): Promise<JournalEvent | undefined> {
    const { services } = this.#year.test;
    const loan = { customerId, accountNumber: number };
    const overpaid = await findOverpaid(services, loan);
    if (!overpaid.ok || overpaid.value <= 0) return undefined;
    const amountCents = cents(this.#random.next() < 0.6 ? overpaid.value : this.#random.between(1, overpaid.value));
    const id = `C-${(this.#count += 1)}`;
    const check = { ...loan, amountCents, means: 'check', reference: id } as const;
    const paid = await payOutOverpayment(services, check, decision, nothing);
    if (!paid.ok) return undefined;
    this.#checks.set(number, [...(this.#checks.get(number) ?? []), id]);
    return { kind: 'paidOut', id, loan: number, amount: BigInt(amountCents) };
  }

  async #stopCheck({ number }: AgreedLoan): Promise<JournalEvent | undefined> {
    const id = await this.#stopOneOf(this.#checks.get(number) ?? []);
    return id === undefined ? undefined : { kind: 'payoutStopped', id };
  }

  async #draw(loan: AgreedLoan): Promise<JournalEvent | undefined> {
    const { services } = this.#year.test;
    const { number, customerId } = loan;
    const amountCents = cents(this.#random.between(500, 90_000));
    const line = { customerId, accountNumber: number, amountCents };
    const to = this.#random.next() < 0.7 ? this.#customers.bankAccountOf(loan) : undefined;
    const way = to
      ? ({ means: 'bank', profileId: to.profileId } as const)
      : ({ means: 'check', reference: `D-${(this.#count += 1)}` } as const);
    const drawn = await drawOnLine(services, { ...line, ...way }, decision, nothing);
    if (!drawn.ok) return undefined;
    const { rows } = await sql<{ id: string }>`
      select reference as id from payouts where account_number = ${number} and purpose = 'draw'
      order by recorded_at desc limit 1`.execute(services.database);
    const id = rows[0]?.id ?? '';
    this.#draws.set(number, [...(this.#draws.get(number) ?? []), id]);
    return { kind: 'drawn', id, loan: number, amount: BigInt(amountCents), account: to?.account ?? null };
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
