import { day } from '#common/core/dates.ts';
import { ratePpm } from '#common/core/rates.ts';
import type { Result } from '#common/core/results.ts';
import type { SeededRandom } from '#demo/books/seeded-random.ts';
import { chargeOff, planChargeOff, reverseChargeOff } from '#server/accounts/servicing/charge-off.command.ts';
import { changeHoldCode } from '#server/accounts/servicing/change-hold-code.command.ts';
import { changeDueDay, planDueDay } from '#server/payments/operator/change-due-day.command.ts';
import { changeRate, planRate } from '#server/payments/operator/change-rate.command.ts';
import { deferInstallments, planDeferral } from '#server/payments/operator/defer-installments.command.ts';
import { plusDays } from './calendar.ts';
import type { YearOfInstitution } from './institution.ts';
import { type AgreedLoan, type AgreedRate, type HoldCode, holdCodes, type JournalEvent } from './journal.ts';

const decision = { by: 'staff:ruth', reason: 'The customer asked' };
const nothing = () => Promise.resolve();

/** Staff who change what was agreed at random. Refused changes leave no trace. */
export class Staff {
  readonly #year: YearOfInstitution;
  readonly #random: SeededRandom;
  readonly #codes = new Map<string, HoldCode>();
  readonly #chargedOff = new Set<string>();

  constructor(year: YearOfInstitution, random: SeededRandom) {
    this.#year = year;
    this.#random = random;
  }

  /** @returns what was changed; undefined if it was refused */
  act(loan: AgreedLoan): Promise<JournalEvent | undefined> {
    // Holds are lifted sooner than set, or most loans would be on hold.
    if (this.#codes.get(loan.number) && this.#random.next() < 0.5) return this.#setHoldCode(loan, '');
    if (loan.limit !== null) return this.#holdLine(loan);
    if (this.#chargedOff.has(loan.number) && this.#random.next() < 0.5) return this.#reverseChargeOff(loan);
    // Not often: its customer pays nothing then.
    if (this.#random.next() < 0.2) return this.#chargeOff(loan);
    return this.#random.pick([
      () => this.#defer(loan),
      () => this.#moveDueDay(loan),
      () => this.#changeRate(loan),
      () => this.#setHoldCode(loan, this.#random.pick(holdCodes)),
    ])();
  }

  hasChargedOff({ number }: AgreedLoan): boolean {
    return this.#chargedOff.has(number);
  }

  /** Nothing else is changed on a line of credit, and seldom that, or it would mostly be on hold. */
  async #holdLine(line: AgreedLoan): Promise<JournalEvent | undefined> {
    return this.#random.next() < 0.3 ? this.#setHoldCode(line, this.#random.pick(holdCodes)) : undefined;
  }

  async #defer({ number, customerId }: AgreedLoan): Promise<JournalEvent | undefined> {
    const { services } = this.#year.test;
    const wanted = { customerId, accountNumber: number, installments: this.#random.between(1, 2) };
    const planned = valueOf(await planDeferral(services, wanted));
    if (!planned || planned.now.dueOn === null) return undefined;
    const deferred = valueOf(
      await deferInstallments(services, { ...wanted, seen: planned.now.dueOn }, decision, nothing),
    );
    return deferred && { kind: 'deferred', loan: number, installments: wanted.installments };
  }

  async #moveDueDay({ number, customerId }: AgreedLoan): Promise<JournalEvent | undefined> {
    const { services } = this.#year.test;
    const wanted = { customerId, accountNumber: number, dueDay: this.#random.between(1, 31) };
    const planned = valueOf(await planDueDay(services, wanted));
    if (!planned || planned.now.dueOn === null) return undefined;
    const moved = valueOf(await changeDueDay(services, { ...wanted, seen: planned.now.dueOn }, decision, nothing));
    return moved && { kind: 'dueDayMoved', loan: number, dueDay: wanted.dueDay };
  }

  async #changeRate({ number, customerId }: AgreedLoan): Promise<JournalEvent | undefined> {
    const { services } = this.#year.test;
    const agreed: AgreedRate = {
      rate: BigInt(this.#random.pick([0, 29_900, 79_900, 149_900])),
      from: plusDays(services.clock.today(), this.#random.pick([0, 0, 1, 20, 90])),
      newPayment: this.#random.next() < 0.6,
    };
    const { newPayment } = agreed;
    const rate = ratePpm(Number(agreed.rate));
    const wanted = { customerId, accountNumber: number, rate, from: day(agreed.from), newPayment };
    const after = valueOf(await planRate(services, wanted))?.after;
    if (!after?.ok) return undefined;
    const seenCents = after.value.installmentCents;
    const changed = valueOf(await changeRate(services, { ...wanted, seenCents }, decision, nothing));
    return changed && { kind: 'rateChanged', loan: number, agreed };
  }

  async #chargeOff({ number, customerId }: AgreedLoan): Promise<JournalEvent | undefined> {
    const { services } = this.#year.test;
    const loan = { customerId, accountNumber: number };
    const planned = valueOf(await planChargeOff(services, loan));
    if (!planned || planned.obstacle !== null) return undefined;
    const charged = await chargeOff(services, { ...loan, seenCents: planned.lossCents }, decision, nothing);
    if (!charged.ok) return undefined;
    this.#chargedOff.add(number);
    return { kind: 'chargedOff', loan: number };
  }

  async #reverseChargeOff({ number, customerId }: AgreedLoan): Promise<JournalEvent | undefined> {
    const { services } = this.#year.test;
    const reversed = await reverseChargeOff(services, { customerId, accountNumber: number }, decision, nothing);
    if (!reversed.ok) return undefined;
    this.#chargedOff.delete(number);
    return { kind: 'chargeOffReversed', loan: number };
  }

  async #setHoldCode({ number, customerId }: AgreedLoan, code: HoldCode): Promise<JournalEvent | undefined> {
    const before = this.#codes.get(number) ?? '';
    if (code === before) return undefined;
    const change = { customerId, accountNumber: number, wanted: code, before };
    const changed = await changeHoldCode(this.#year.test.services, change, decision, nothing);
    if (!changed.ok) return undefined;
    this.#codes.set(number, code);
    return { kind: 'holdCodeSet', loan: number, code };
  }
}

function valueOf<Value>(result: Result<Value>): Value | undefined {
  return result.ok ? result.value : undefined;
}
