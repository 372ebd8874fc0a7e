import { day } from '../core/dates.ts';
import { type Cents, toWireAmount, ZERO } from '../core/money.ts';
import { rateToPercent } from '../core/rates.ts';
import type { AccountAlerts, DueDateAlert } from './rules/alerts.ts';
import { isLoanFlag, type LoanDetails } from './rules/loan-details.ts';
import type { MailingAddress } from '#common/core/mailing-address.ts';
import type { AccountDetailsAnswer, AddressItem, AlertsItem, InsuranceItem } from './account-details.api.ts';
import {
  recurringPaymentFromWire,
  recurringPaymentToWire,
  scheduledPaymentFromWire,
  scheduledPaymentToWire,
} from '#common/payments/schedules.wire.ts';
import { documentToWire, type ListedDocument } from '#common/documents/documents.wire.ts';
import { type ListedStatement, statementToWire } from './statements.wire.ts';
import { dollarsToCents, percentToRate } from '#common/contract/wire-values.ts';
import { dayFromWire, dayToWire } from './day.wire.ts';

const wireStandings = {
  closed: 'Closed',
  chargedOff: 'ChargedOff',
  paidOff: 'PaidOff',
  delinquent: 'Delinquent',
  pastDue: 'PastDue',
  current: 'Current',
} as const;

const standings = {
  Closed: 'closed',
  ChargedOff: 'chargedOff',
  PaidOff: 'paidOff',
  Delinquent: 'delinquent',
  PastDue: 'pastDue',
  Current: 'current',
} as const;

/** Returns the part of the answer that doesn't depend on the institution. */
export function loanDetailsToWire(
  details: LoanDetails,
  statements: readonly ListedStatement[],
  documents: readonly ListedDocument[],
): AccountDetailsAnswer {
  return {
    HasNoErrors: true,
    Errors: [],
    Today: dayToWire(details.today),
    Information: {
      HasNoErrors: details.flags.length === 0,
      Errors: details.flags.map((flag) => ({ ErrorMessage: flag })),
      AccountNumber: details.accountNumber,
      Description: details.description,
      Standing: wireStandings[details.standing],
      DaysLate: details.daysLate,
      Name: details.name,
      Address: addressToWire(details.address),
      TotalLoanFees: toWireAmount(details.totalFeesCents),
      LateChargesDue: toWireAmount(details.lateChargesCents),
      PaymentInformation: {
        DefaultPaymentMethod: details.defaultMethod && {
          IsCard: details.defaultMethod.type === 'Card',
          ProfileId: details.defaultMethod.profileId,
          LastFour: details.defaultMethod.lastFour,
        },
        ScheduledPayments: details.scheduledPayments.map(scheduledPaymentToWire),
        RecurringPayment: details.recurringPayment && recurringPaymentToWire(details.recurringPayment),
        TotalAmountDue: toWireAmount(details.totalDueCents),
      },
      NextPaymentDate: dayToWire(details.nextPaymentOn),
      NextPaymentAmount: toWireAmount(details.nextPaymentCents),
      InterestRate: rateToPercent(details.rate),
      CurrentYearToDateInterest:
        details.interestThisYearCents === null ? null : toWireAmount(details.interestThisYearCents),
      LastYearToDateInterest:
        details.interestLastYearCents === null ? null : toWireAmount(details.interestLastYearCents),
      AvailableCredit: details.availableCreditCents === null ? null : toWireAmount(details.availableCreditCents),
      LoanOriginationDate: dayToWire(details.originatedOn),
      HistoryBlocked: details.historyBlocked,
      ...lastPaymentToWire(details.lastPayment),
      DaysSinceOpened: details.daysSinceOpened,
      ChargeOffDate: dayToWire(details.chargedOff && details.chargedOff.on),
      ChargeOffOwed: toWireAmount(details.chargedOff?.owedCents ?? ZERO),
      LienReleaseDate: dayToWire(details.lien && details.lien.releasedOn),
      LienReleaseReference: details.lien?.reference ?? '',
    },
    Alerts: alertsToWire(details.alerts),
    StatementFormat: details.statementFormat,
    Documents: documents.map(documentToWire),
    EStatements: statements.map(statementToWire),
  };
}

export function loanDetailsFromWire({
  Today,
  Information,
  Alerts,
  StatementFormat,
}: AccountDetailsAnswer): LoanDetails {
  const { DefaultPaymentMethod: method, ...payments } = Information.PaymentInformation;
  return {
    today: day(Today.slice(0, 10)),
    accountNumber: Information.AccountNumber,
    description: Information.Description,
    standing: standings[Information.Standing],
    daysLate: Information.DaysLate,
    name: Information.Name,
    address: addressFromWire(Information.Address),
    nextPaymentOn: dayFromWire(Information.NextPaymentDate),
    nextPaymentCents: dollarsToCents(Information.NextPaymentAmount),
    totalDueCents: dollarsToCents(payments.TotalAmountDue),
    defaultMethod: method && {
      type: method.IsCard ? 'Card' : 'ACH',
      profileId: method.ProfileId,
      lastFour: method.LastFour,
    },
    scheduledPayments: payments.ScheduledPayments.map(scheduledPaymentFromWire),
    recurringPayment: payments.RecurringPayment && recurringPaymentFromWire(payments.RecurringPayment),
    rate: percentToRate(Information.InterestRate),
    interestThisYearCents:
      Information.CurrentYearToDateInterest === null ? null : dollarsToCents(Information.CurrentYearToDateInterest),
    interestLastYearCents:
      Information.LastYearToDateInterest === null ? null : dollarsToCents(Information.LastYearToDateInterest),
    availableCreditCents: Information.AvailableCredit === null ? null : dollarsToCents(Information.AvailableCredit),
    originatedOn: dayFromWire(Information.LoanOriginationDate),
    daysSinceOpened: Information.DaysSinceOpened,
    totalFeesCents: dollarsToCents(Information.TotalLoanFees),
    lateChargesCents: dollarsToCents(Information.LateChargesDue),
    historyBlocked: Information.HistoryBlocked,
    lastPayment: lastPaymentFromWire(Information),
    alerts: alertsFromWire(Alerts),
    statementFormat: StatementFormat,
    chargedOff: chargeOffFromWire(Information),
    lien: lienFromWire(Information),
    flags: Information.Errors.map((error) => error.ErrorMessage).filter(isLoanFlag),
  };
}

function chargeOffFromWire({
  ChargeOffDate,
  ChargeOffOwed,
}: Pick<AccountDetailsAnswer['Information'], 'ChargeOffDate' | 'ChargeOffOwed'>): LoanDetails['chargedOff'] {
  const on = dayFromWire(ChargeOffDate);
  return on && { on, owedCents: dollarsToCents(ChargeOffOwed) };
}

function lienFromWire({
  LienReleaseDate,
  LienReleaseReference,
}: Pick<AccountDetailsAnswer['Information'], 'LienReleaseDate' | 'LienReleaseReference'>): LoanDetails['lien'] {
  const releasedOn = dayFromWire(LienReleaseDate);
  return releasedOn && { releasedOn, reference: LienReleaseReference };
}

function lastPaymentToWire(last: LoanDetails['lastPayment']) {
  const payment = typeof last === 'string' ? null : last;
  return {
    LastPaymentKnown: last !== 'unknown',
    LastPaymentDate: dayToWire(payment && payment.paidOn),
    LastPaymentAmount: payment && toWireAmount(payment.amountCents),
  };
}

function lastPaymentFromWire(
  item: Pick<AccountDetailsAnswer['Information'], 'LastPaymentKnown' | 'LastPaymentDate' | 'LastPaymentAmount'>,
): LoanDetails['lastPayment'] {
  if (!item.LastPaymentKnown) return 'unknown';
  const paidOn = dayFromWire(item.LastPaymentDate);
  if (paidOn === null || item.LastPaymentAmount === null) return 'none';
  return { paidOn, amountCents: dollarsToCents(item.LastPaymentAmount) };
}

export function addressToWire({ address1, city, state, zipCode }: MailingAddress): AddressItem {
  return { Address1: address1, City: city, State: state, ZipCode: zipCode };
}

export function addressFromWire({ Address1, City, State, ZipCode }: AddressItem): MailingAddress {
  return { address1: Address1, city: City, state: State, zipCode: ZipCode };
}

export function alertsToWire({ email, text }: AccountAlerts): AlertsItem {
  const [first, second, third, fourth] = email.dueDates;
  return {
    TextAlerts: { AlertLoanDelinquent: text.delinquent, EstatementAlert: text.statement },
    EmailAlerts: {
      AlertLoanDelinquent: email.delinquent,
      EstatementAlert: email.statement,
      AlertLoanDueDate1: first.on,
      AlertLoanDueDate1Before: first.before,
      AlertLoanDueDate1Days: first.days,
      AlertLoanDueDate2: second.on,
      AlertLoanDueDate2Before: second.before,
      AlertLoanDueDate2Days: second.days,
      AlertLoanDueDate3: third.on,
      AlertLoanDueDate3Before: third.before,
      AlertLoanDueDate3Days: third.days,
      AlertLoanDueDate4: fourth.on,
      AlertLoanDueDate4Before: fourth.before,
      AlertLoanDueDate4Days: fourth.days,
    },
  };
}

export function alertsFromWire({ TextAlerts, EmailAlerts: email }: AlertsItem): AccountAlerts {
  return {
    text: { delinquent: TextAlerts.AlertLoanDelinquent, statement: TextAlerts.EstatementAlert },
    email: {
      delinquent: email.AlertLoanDelinquent,
      statement: email.EstatementAlert,
      dueDates: [
        alert(email.AlertLoanDueDate1, email.AlertLoanDueDate1Before, email.AlertLoanDueDate1Days),
        alert(email.AlertLoanDueDate2, email.AlertLoanDueDate2Before, email.AlertLoanDueDate2Days),
        alert(email.AlertLoanDueDate3, email.AlertLoanDueDate3Before, email.AlertLoanDueDate3Days),
        alert(email.AlertLoanDueDate4, email.AlertLoanDueDate4Before, email.AlertLoanDueDate4Days),
      ],
    },
  };
}

function alert(on: boolean, before: boolean, days: string): DueDateAlert {
  return { on, before, days };
}

export interface Insurance {
  readonly type: string;
  readonly covers: 'none' | 'individual' | 'joint';
  readonly premiumCents: Cents;
}

const covers = { 0: 'none', 1: 'individual', 2: 'joint' } as const;

export function insuranceFromWire({ Type, IsIndividual, Premium }: InsuranceItem): Insurance {
  return { type: Type, covers: covers[IsIndividual], premiumCents: dollarsToCents(Premium) };
}
