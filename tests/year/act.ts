import type { Envelope } from '#common/contract/envelope.ts';
import type { PaymentInfo } from '#common/payments/payments.api.ts';
import type { SeededRandom } from '#demo/books/seeded-random.ts';
import { achBody, cardBody, type paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { withDetails } from '#tests/builders/payment-scene.ts';
import { plusDays } from './calendar.ts';
import type { YearOfInstitution } from './institution.ts';
import type { AgreedLoan, JournalEvent } from './journal.ts';
import type { Trouble } from './trouble.ts';

const GOOD_CARD = '4242424242424242';
const BAD_CARD = '4000000000000002';

interface SavedMethod {
  readonly profileId: string;
  /** The bank account as first saved; null for a card. */
  readonly account: string | null;
  readonly goodCard: boolean;
}

type Calls = ReturnType<typeof paymentCalls>;
type Answer = Envelope & { readonly ReferenceNumber?: string };

/** Customers who pay, schedule, change and delete at random. Refused attempts are part of life and leave no trace. */
export class Customers {
  readonly #year: YearOfInstitution;
  readonly #random: SeededRandom;
  readonly #trouble: Trouble;
  readonly #methods = new Map<string, SavedMethod[]>();
  #accountsOpened = 0;

  constructor(year: YearOfInstitution, random: SeededRandom, trouble: Trouble) {
    this.#year = year;
    this.#random = random;
    this.#trouble = trouble;
  }

  /** @returns what happened; undefined if it was refused */
  async act(loan: AgreedLoan): Promise<JournalEvent | undefined> {
    const calls = await this.#year.callsFor(loan);
    const info = await calls.info(loan.number);
    if (!info.HasNoErrors) return undefined;
    const chance = this.#random.next();
    if (info.ScheduledPayments.length > 0 && chance < 0.4) return this.#changeScheduled(calls, info, loan);
    if (info.RecurringPayment && chance < 0.06) return this.#changeAutopay(calls, info, loan);
    const methods = await this.#methodsOf(calls, loan);
    // Mostly the newest one; an account the bank has closed is given up in time.
    const method =
      this.#random.next() < 0.8 ? (methods.at(-1) ?? this.#random.pick(methods)) : this.#random.pick(methods);
    if (chance < 0.6 && !info.RecurringPayment) return this.#setUpAutopay(calls, info, loan, method);
    return chance < 0.8 && !info.RecurringPayment
      ? this.#schedule(calls, info, loan, method)
      : this.#payNow(calls, info, loan, method);
  }

  /** The newest bank account that the owner of a loan saved. */
  bankAccountOf({ number }: AgreedLoan): { readonly profileId: string; readonly account: string } | undefined {
    const saved = this.#methods.get(number) ?? [];
    return saved.flatMap(({ profileId, account }) => (account === null ? [] : [{ profileId, account }])).at(-1);
  }

  async #methodsOf(calls: Calls, loan: AgreedLoan): Promise<readonly SavedMethod[]> {
    const known = this.#methods.get(loan.number) ?? [];
    if (known.length > 0 && this.#random.next() < 0.9) return known;
    const byCard = this.#random.next() < 0.35;
    const account = String(70_000_000 + (this.#accountsOpened += 1));
    const CardNumber = this.#random.next() < 0.8 ? GOOD_CARD : BAD_CARD;
    const before = new Set((await calls.methods(loan.number)).map(profileOf));
    const saved = byCard
      ? await calls.post<Answer>('/api/PaymentMethod/AddCardPaymentMethod', cardBody(loan.number, { CardNumber }))
      : await calls.post<Answer>(
          '/api/PaymentMethod/AddAchPaymentMethod',
          achBody(loan.number, { AccountNumber: account, OwnerName: 'Ada Byron' }),
        );
    const profileId = (await calls.methods(loan.number)).map(profileOf).find((id) => !before.has(id));
    if (!saved.HasNoErrors || profileId === undefined) return known.length > 0 ? known : this.#methodsOf(calls, loan);
    const method = { profileId, account: byCard ? null : account, goodCard: CardNumber === GOOD_CARD || !byCard };
    this.#methods.set(loan.number, [...known, method]);
    return [method];
  }

  async #payNow(calls: Calls, info: PaymentInfo, loan: AgreedLoan, method: SavedMethod) {
    const fees = info.PaymentOptions.FirstPartyFees;
    const fee = method.account === null ? fees.DebitCardFeeAmount : fees.ECheckFeeAmount;
    const body = this.#body(info, loan, method, fee);
    const fate = this.#trouble.chooseFate();
    const answer = await calls.post<Answer>(`/api/PaymentImmediate/Submit${kindOf(method)}`, body);
    const made = await this.#trouble.findNewPayment(loan.number);
    if (!made) return undefined;
    const outcome = method.goodCard && (method.account !== null || fate !== 'lostBefore') ? 'posted' : 'declined';
    if (answer.HasNoErrors && outcome === 'declined') throw new Error(`${made.reference} should have been declined`);
    return { kind: 'paid', payment: this.#journaled(body, loan, method, made.reference), outcome } as const;
  }

  async #schedule(calls: Calls, info: PaymentInfo, loan: AgreedLoan, method: SavedMethod) {
    const fees = info.PaymentOptions.FirstPartyFees;
    const fee = method.account === null ? fees.DebitCardFeeAmount : fees.ScheduledAchFee;
    const body = this.#laterBody(info, loan, method, fee);
    const answer = await calls.post<Answer>(`/api/PaymentScheduled/Submit${kindOf(method)}`, body);
    if (!answer.HasNoErrors || answer.ReferenceNumber === undefined) return undefined;
    return { kind: 'scheduled', payment: this.#journaled(body, loan, method, answer.ReferenceNumber) } as const;
  }

  async #setUpAutopay(calls: Calls, info: PaymentInfo, loan: AgreedLoan, method: SavedMethod) {
    const varies = loan.limit !== null;
    const wished = this.#random.pick([
      'DaysBeforeDue',
      'DaysBeforeDue',
      'DayOfMonth',
      'SemiMonthly',
      'SemiMonthly',
      'BiWeekly',
      'Weekly',
    ] as const);
    // A week is too short to announce an amount that varies.
    const option = varies && wished === 'Weekly' ? 'BiWeekly' : wished;
    const daysBefore = option === 'DaysBeforeDue' ? this.#random.pick([0, 0, 1, 3, 5]) : 0;
    const fees = info.PaymentOptions.FirstPartyFees;
    const fee = method.account === null ? fees.DebitCardFeeAmount : fees.RecurringAchFee;
    // Its first payment can be announced in time.
    const body = this.#laterBody(info, loan, method, fee, varies ? 10 : 0);
    const { Details } = body.Payment;
    const addsPrincipal = method.account !== null && this.#random.next() < 0.3 && !varies;
    Details.AdditionalPrincipalAmount = addsPrincipal ? 10 : 0;
    if (option === 'DaysBeforeDue') Details.PaymentAmount = info.RegularPaymentAmount;
    if (varies) Details.PaymentAmount = 0;
    const RecurringDetails = { RecurringOption: option, DaysBeforeDue: daysBefore };
    const path = `/api/PaymentRecurring/Submit${kindOf(method)}`;
    const answer = await calls.post<Answer>(path, { ...body, RecurringDetails });
    if (!answer.HasNoErrors || answer.ReferenceNumber === undefined) return undefined;
    const { payOn: firstOn, ...payment } = this.#journaled(body, loan, method, answer.ReferenceNumber);
    return { kind: 'autopay', autopay: { ...payment, option, daysBefore, firstOn, varies } } as const;
  }

  async #changeScheduled(calls: Calls, info: PaymentInfo, loan: AgreedLoan): Promise<JournalEvent | undefined> {
    const [scheduled] = info.ScheduledPayments;
    if (!scheduled) return undefined;
    const Payment = { EncryptedString: scheduled.EncryptedString, LoanAccountNumber: loan.number };
    const named = { Token: info.EncryptedData, Payment };
    const { ReferenceNumber: reference } = scheduled;
    if (this.#random.next() < 0.3) {
      const path = `/api/PaymentScheduled/Delete${scheduled.IsCard ? 'Card' : 'Ach'}`;
      return (await calls.post<Answer>(path, named)).HasNoErrors ? { kind: 'deleted', reference } : undefined;
    }
    const edit = {
      ...named,
      PaymentDate: this.#laterDay(info),
      PaymentAmount: this.#amount(info),
      FirstPartyFee: scheduled.FeeAmount,
      ThirdPartyFee: 0,
      Method: null,
    };
    if (!(await calls.post<Answer>('/api/PaymentScheduled/Edit', edit)).HasNoErrors) return undefined;
    const { PaymentDate: payOn, PaymentAmount, FirstPartyFee } = edit;
    return { kind: 'edited', reference, payOn, amount: inCents(PaymentAmount), fee: inCents(FirstPartyFee) };
  }

  async #changeAutopay(calls: Calls, info: PaymentInfo, loan: AgreedLoan): Promise<JournalEvent | undefined> {
    const autopay = info.RecurringPayment;
    if (!autopay) return undefined;
    const Payment = { EncryptedString: autopay.EncryptedData, LoanAccountNumber: loan.number };
    const named = { Token: info.EncryptedData, Payment };
    const reference = autopay.ReferenceNumber;
    const skips = this.#random.next() < 0.5;
    const path = skips
      ? '/api/PaymentRecurring/Skip'
      : `/api/PaymentRecurring/Delete${autopay.IsCard ? 'Card' : 'Ach'}`;
    const answer = await calls.post<Answer>(path, named);
    return answer.HasNoErrors ? { kind: skips ? 'skipped' : 'deleted', reference } : undefined;
  }

  #laterBody(info: PaymentInfo, loan: AgreedLoan, method: SavedMethod, fee: number, noticeDays = 0) {
    return withDetails(this.#body(info, loan, method, fee), { PaymentDate: this.#laterDay(info, noticeDays) });
  }

  #body(info: PaymentInfo, loan: AgreedLoan, { profileId }: SavedMethod, fee: number) {
    const loginName = this.#year.customers.get(loan.customerId)?.loginName ?? '';
    return submissionBody({ info, loginName, amount: this.#amount(info), method: { ProfileId: profileId }, fee });
  }

  #laterDay(info: PaymentInfo, noticeDays = 0): string {
    const wished = plusDays(info.PaymentDetails.PaymentDate, noticeDays + this.#random.between(1, 14));
    // Some insist on a day that the calendar doesn't offer.
    if (this.#random.next() < 0.05) return wished;
    let offered = wished;
    while (info.NonPaymentDays.includes(offered)) offered = plusDays(offered, 1);
    return offered;
  }

  /** In dollars. Often what is due; sometimes all, more, or a little. */
  #amount(info: PaymentInfo): number {
    const chance = this.#random.next();
    if (chance < 0.4) return info.RegularPaymentAmount;
    if (chance < 0.6) return info.TotalAmountDue;
    if (chance < 0.64) return info.PayOffAmount;
    return this.#random.between(500, 30_000) / 100;
  }

  #journaled(body: ReturnType<typeof submissionBody>, loan: AgreedLoan, method: SavedMethod, reference: string) {
    const { PaymentDate: payOn, PaymentAmount, FirstPartyFee, AdditionalPrincipalAmount } = body.Payment.Details;
    return {
      reference,
      loan: loan.number,
      payOn,
      amount: inCents(PaymentAmount),
      principal: inCents(AdditionalPrincipalAmount),
      fee: inCents(FirstPartyFee),
      account: method.account,
      goodCard: method.goodCard,
    };
  }
}

function inCents(dollars: number): bigint {
  return BigInt(Math.round(dollars * 100));
}

function kindOf({ account }: SavedMethod): 'Card' | 'Ach' {
  return account === null ? 'Card' : 'Ach';
}

function profileOf(saved: {
  readonly CardInfo?: { readonly ProfileId: string } | null;
  readonly AchInfo?: { readonly ProfileId: string } | null;
}): string {
  return saved.CardInfo?.ProfileId ?? saved.AchInfo?.ProfileId ?? '';
}
