import {
  type CreditRating,
  creditRatingOf,
  historyProfile,
  STATUS_CHARGE_OFF_PAID,
  STATUS_CHARGED_OFF,
  STATUS_PAID,
  statusOfRating,
} from '#common/accounts/rules/credit-status.ts';
import { hasOpenHoldCode, isClosed } from '#common/accounts/rules/account.ts';
import type { Day } from '#common/core/dates.ts';
import { type Cents, wholeDollars, ZERO } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { CreditBureauSettings } from '#common/institution/institution.ts';
import type { CreditAccount } from '#server/host/ledger-reports.ts';
import { type BaseValues, bureauDate } from './metro2-file.ts';

/** An account as the last file reported it. */
export interface FormerReport {
  readonly complianceCondition: string;
  readonly consumerInformation: string;
}

/** Facts of an account that the institution supplies, because the books don't have them. */
export interface GivenFacts {
  readonly firstDelinquencyOn: Day | null;
}

interface Reported {
  readonly settings: CreditBureauSettings;
  readonly through: Day;
  /** `MMDDYYYYHHMMSS` */
  readonly timeStamp: string;
  readonly former: FormerReport | undefined;
  readonly given: GivenFacts | undefined;
}

/** The codes that take back what was reported before. */
const DISPUTE = 'XB';
const DISPUTE_REMOVED = 'XR';
const INFORMATION_REMOVED = 'Q';

const frequencies: Readonly<Record<string, string>> = { Monthly: 'M', SemiMonthly: 'E', TwoWeeks: 'B', Weekly: 'W' };

/** Payments in a month. */
const perMonth: Readonly<Record<string, number>> = { Monthly: 1, SemiMonthly: 2, TwoWeeks: 26 / 12, Weekly: 52 / 12 };

/** Returns the base segment of an account, or why it isn't reported. */
export function toBaseValues(account: CreditAccount, reported: Reported): Result<BaseValues> {
  const { settings, given } = reported;
  const why = whyLeftOut(account, settings);
  if (why !== undefined) return failure(why);
  const delinquent = delinquencyOf(account, given);
  if (delinquent === 'notKnown') return failure('the books do not know since when it is delinquent');
  const kind = settings.accountTypes[account.loanType];
  if (!kind) return failure(`no account type for the loan type "${account.loanType}"`);
  return success({
    timeStamp: reported.timeStamp,
    correctionIndicator: '0',
    identificationNumber: settings.identificationNumber,
    accountNumber: account.accountNumber,
    portfolioType: kind.portfolio,
    accountType: kind.accountType,
    dateOpened: bureauDate(account.openedOn),
    ...agreed(account),
    ...standing(account, delinquent),
    ...marks(account, reported),
    dateOfInformation: bureauDate(reported.through),
    dateOfLastPayment: bureauDate(account.lastPaidOn),
    ...consumer(account),
  });
}

function whyLeftOut(account: CreditAccount, settings: CreditBureauSettings): string | undefined {
  const { consumer: person, holdCode } = account;
  const code = holdCode.trim().toUpperCase();
  const rule = settings.holdCodes[code];
  const isPaid = account.paidOffOn !== null;
  if (account.isCompany) return 'a company owes it';
  if (account.hasFiguresFromFiles) return "its figures come from the core's files, and so does its report";
  if (account.chargedOff === 'notKnown') return 'its charge-off of that time was reversed since';
  if (rule?.leaveOut === true) return `its hold code ${code} is left out`;
  if (isClosed({ comment: holdCode }) && !isPaid) return 'it was closed on a day that the books do not know';
  if (!isClosed({ comment: holdCode }) && !hasOpenHoldCode(holdCode) && !rule) {
    return `its hold code ${code} is not in creditBureau.holdCodes`;
  }
  if (person.lastName.trim() === '' || person.firstName.trim() === '') return 'its owner has no full name';
  if (person.ssn === null && person.birthDate === null) {
    return 'its owner has neither a Social Security number nor a birth date';
  }
  const hasAddress = person.address1.trim() !== '' && person.city.trim() !== '' && /^[A-Z]{2}$/.test(person.state);
  return hasAddress && /^\d{5}/.test(person.zip) ? undefined : 'its owner has no complete address';
}

function delinquencyOf(account: CreditAccount, given: GivenFacts | undefined): Day | null | 'notKnown' {
  // With no installment unpaid, it became delinquent by the charge-off.
  const chargedOffOn = account.chargedOff === null || account.chargedOff === 'notKnown' ? null : account.chargedOff.on;
  if (account.delinquentSince !== 'notKnown') return account.delinquentSince ?? chargedOffOn;
  return given?.firstDelinquencyOn ?? 'notKnown';
}

function agreed({ isLine, ...account }: CreditAccount): BaseValues {
  const installment =
    account.paidOffOn === null && account.chargedOff === null
      ? account.installmentCents * (perMonth[account.billingFrequency] ?? 1)
      : 0;
  return {
    creditLimit: isLine ? dollars(account.creditLimitCents) : '',
    highestCredit: dollars(isLine ? account.highestBalanceCents : account.originalAmountCents),
    termsDuration: isLine ? 'LOC' : String(monthsOf(account)).padStart(3, '0'),
    termsFrequency: frequencies[account.billingFrequency] ?? '',
    scheduledPayment: String(wholeDollars(installment)),
    actualPayment: dollars(account.paidCents),
  };
}

/** Zero if the books don't know. */
function monthsOf(
  account: Pick<CreditAccount, 'openedOn' | 'maturityOn' | 'termPayments' | 'billingFrequency'>,
): number {
  if (account.billingFrequency === 'Monthly' && account.termPayments !== null)
    return Math.min(account.termPayments, 999);
  if (account.maturityOn === null) return 0;
  const span = Temporal.PlainDate.from(account.openedOn).until(account.maturityOn, { largestUnit: 'month' });
  return Math.min(span.months + (span.days > 0 ? 1 : 0), 999);
}

function standing(account: CreditAccount, delinquent: Day | null): BaseValues {
  const { paidOffOn, months, standing: now, chargedOff } = account;
  const paymentHistory = historyProfile(months);
  if (chargedOff !== null && chargedOff !== 'notKnown') {
    return {
      accountStatus: paidOffOn === null ? STATUS_CHARGED_OFF : STATUS_CHARGE_OFF_PAID,
      paymentHistory,
      currentBalance: dollars(now.balanceCents),
      // All of it is past due.
      amountPastDue: dollars(now.balanceCents),
      originalChargeOff: dollars(chargedOff.amountCents),
      dateOfFirstDelinquency: bureauDate(delinquent),
      ...(paidOffOn !== null && { dateClosed: bureauDate(paidOffOn) }),
    };
  }
  if (paidOffOn !== null) {
    return {
      accountStatus: STATUS_PAID,
      // Paid in full from whatever state it was in; what was late before stands in the history.
      paymentRating: '0',
      paymentHistory,
      dateClosed: bureauDate(paidOffOn),
    };
  }
  const rating: CreditRating = creditRatingOf(now.daysLate);
  return {
    accountStatus: statusOfRating[rating],
    paymentHistory,
    currentBalance: dollars(now.balanceCents),
    amountPastDue: dollars(rating === '0' ? ZERO : account.pastDueCents),
    dateOfFirstDelinquency: bureauDate(delinquent),
  };
}

/** Disputes and bankruptcies, and that what was reported of them before no longer holds. */
function marks(account: CreditAccount, { settings, former }: Reported): BaseValues {
  const rule = settings.holdCodes[account.holdCode.trim().toUpperCase()];
  const wasDisputed = former?.complianceCondition === DISPUTE;
  const hadInformation = former !== undefined && !['', INFORMATION_REMOVED].includes(former.consumerInformation);
  return {
    specialComment: rule?.specialComment ?? '',
    complianceCondition: account.inDispute ? DISPUTE : wasDisputed ? DISPUTE_REMOVED : '',
    consumerInformation: rule?.consumerInformation ?? (hadInformation ? INFORMATION_REMOVED : ''),
    ecoa: rule?.ecoa ?? settings.ecoa,
  };
}

function consumer({ consumer: person }: CreditAccount): BaseValues {
  return {
    surname: person.lastName,
    firstName: person.firstName,
    ssn: person.ssn ?? '',
    birthDate: bureauDate(person.birthDate),
    phone: /^\d{10}$/.test(person.phone) ? person.phone : '',
    country: 'US',
    address1: person.address1,
    city: person.city,
    state: person.state,
    zip: person.zip.replaceAll(/\D/g, ''),
  };
}

/** Whole dollars; cents are cut off. */
function dollars(amountCents: Cents): string {
  return String(wholeDollars(amountCents));
}
