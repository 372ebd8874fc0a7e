import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { documentItem, MAX_DOCUMENTS } from '#common/documents/documents.api.ts';
import { historyItem } from './history.api.ts';
import { envelope } from '#common/contract/envelope.ts';
import { recurringPayment, scheduledPayment } from '#common/payments/payment-shapes.api.ts';
import { statementItem } from './statements.api.ts';
import { billingFrequencies } from '#common/payments/rules/payment-types.ts';

const accountNumber = z.string().min(1).max(32);

/** `2026-11-21T00:00:00`, or {@link NO_DAY} for no date. */
const wireDay = z.string();

/** Amounts are in dollars, rates in percent. */
const amount = z.number();

const address = z.strictObject({
  Address1: z.string().max(100),
  City: z.string().max(100),
  State: z.string().max(2),
  ZipCode: z.string().max(10),
});

export type AddressItem = z.infer<typeof address>;

/** Digits only; lengths as in M 9. */
const alertDays = (max: number) => z.string().max(max).regex(/^\d*$/);

const channelAlerts = { AlertLoanDelinquent: z.boolean(), EstatementAlert: z.boolean() };

const textAlerts = z.strictObject(channelAlerts);

const emailAlerts = z.strictObject({
  ...channelAlerts,
  AlertLoanDueDate1: z.boolean(),
  AlertLoanDueDate1Before: z.boolean(),
  AlertLoanDueDate1Days: alertDays(3),
  AlertLoanDueDate2: z.boolean(),
  AlertLoanDueDate2Before: z.boolean(),
  AlertLoanDueDate2Days: alertDays(3),
  AlertLoanDueDate3: z.boolean(),
  AlertLoanDueDate3Before: z.boolean(),
  AlertLoanDueDate3Days: alertDays(20),
  AlertLoanDueDate4: z.boolean(),
  AlertLoanDueDate4Before: z.boolean(),
  AlertLoanDueDate4Days: alertDays(20),
});

const alerts = z.strictObject({ TextAlerts: textAlerts, EmailAlerts: emailAlerts });

export type AlertsItem = z.infer<typeof alerts>;

const defaultMethod = z.strictObject({ IsCard: z.boolean(), ProfileId: z.string(), LastFour: z.string() });

/** Loan account information of M 3; `Errors` holds the flags shown when the loan opens (C-028). */
const information = z.strictObject({
  ...envelope.shape,
  AccountNumber: z.string(),
  Description: z.string(),
  Standing: z.enum(['Closed', 'PaidOff', 'ChargedOff', 'Delinquent', 'PastDue', 'Current']),
  /** Days since the oldest unpaid installment was due; zero if none is late. */
  DaysLate: z.number().int().min(0),
  Name: z.string(),
  Address: address,
  TotalLoanFees: amount,
  LateChargesDue: amount,
  PaymentInformation: z.strictObject({
    DefaultPaymentMethod: defaultMethod.nullable(),
    ScheduledPayments: z.array(scheduledPayment),
    RecurringPayment: recurringPayment.nullable(),
    TotalAmountDue: amount,
  }),
  NextPaymentDate: wireDay,
  NextPaymentAmount: amount,
  InterestRate: z.number(),
  /** Null if it isn't fully known, e.g. for an imported loan. */
  CurrentYearToDateInterest: amount.nullable(),
  LastYearToDateInterest: amount.nullable(),
  /** Null for a loan, which has no limit to draw on. */
  AvailableCredit: amount.nullable(),
  LoanOriginationDate: wireDay,
  /** The institution withholds the history online, so the last payment and statements are withheld, not missing. */
  HistoryBlocked: z.boolean(),
  LastPaymentKnown: z.boolean(),
  LastPaymentDate: wireDay,
  /** Null if there was no payment or it isn't known. */
  LastPaymentAmount: amount.nullable(),
  DaysSinceOpened: z.number().int(),
  ChargeOffDate: wireDay,
  /** The amount still owed on a charged-off loan; otherwise zero. */
  ChargeOffOwed: amount,
  LienReleaseDate: wireDay,
  /** Empty if no release of the lien is recorded. */
  LienReleaseReference: z.string(),
});

const accountDetails = z.strictObject({
  ...envelope.shape,
  Today: wireDay,
  Information: information,
  Alerts: alerts,
  StatementFormat: z.enum(['ElectronicOnly', 'PaperOnly']),
  /** Empty if the institution doesn't use file services. */
  Documents: z.array(documentItem).max(MAX_DOCUMENTS),
  /** This year's. */
  EStatements: z.array(statementItem).max(13),
});

export type AccountDetailsAnswer = z.infer<typeof accountDetails>;

/** The repayment so far and to come; days without a time. */
const loanStory = z.strictObject({
  ...envelope.shape,
  Today: z.string(),
  Balances: z.array(z.strictObject({ Date: z.string(), Balance: amount })).max(600),
  /** Null if payments before the import aren't known. */
  Paid: z.strictObject({ Principal: amount, Interest: amount, Fees: amount }).nullable(),
  Plan: z.strictObject({
    Balance: amount,
    Rate: z.number(),
    AccruedThrough: z.string(),
    /** A whole number that may exceed JSON's safe range. */
    AccruedNumerator: z.string(),
    NextDueDate: z.string().nullable(),
    Installment: amount,
    PartialPaid: amount,
    BillingFrequency: z.enum(billingFrequencies),
    DueDay: z.number().int(),
    MaturityDate: z.string().nullable(),
    /** Rates and installments of before, oldest first; the newest may still apply. */
    FormerTerms: z.array(
      z.strictObject({ Rate: z.number(), Until: z.string(), Installment: amount, FirstDate: z.string() }),
    ),
  }),
});

export type LoanStoryAnswer = z.infer<typeof loanStory>;

const insurance = z.strictObject({
  Type: z.string(),
  IsIndividual: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  Premium: amount,
});

export type InsuranceItem = z.infer<typeof insurance>;

const MAX_DEPOSIT_ENTRIES = 100;

const depositDetails = z.strictObject({
  ...envelope.shape,
  Information: z.strictObject({
    Number: z.string(),
    Type: z.number().int(),
    Description: z.string(),
    Balance: amount,
    AvailableBalance: amount,
    HeldAmount: amount,
    Rate: z.number(),
    NameOnAcct: z.string(),
    OpenedDate: wireDay,
    MaturityDate: wireDay,
  }),
  List: z.array(historyItem).max(MAX_DEPOSIT_ENTRIES),
});

export const accountDetailsApi = defineApi({
  'GET /api/AccountDetails': {
    access: 'session',
    whileViewing: true,
    summary: 'The data of the loan details screen',
    objects: { 'query.accountNumber': 'account' },
    query: z.strictObject({ accountNumber }),
    answers: { 200: accountDetails },
  },
  'GET /api/AccountDetails/GetLoanStory': {
    access: 'session',
    whileViewing: true,
    summary: 'Balances over the life of a loan, the split of its payments, and the inputs of its projection',
    objects: { 'query.accountNumber': 'account' },
    query: z.strictObject({ accountNumber }),
    answers: { 200: z.union([loanStory, envelope]) },
  },
  'POST /api/Account/UpdateAddress': {
    access: 'session',
    summary: "Changes a loan's mailing address",
    objects: { 'body.AccountNumber': 'account' },
    body: z.strictObject({
      AccountNumber: accountNumber,
      Address: address,
      /** The address that was shown. If it has changed since, nothing is saved (`Stale`). */
      Before: address.optional(),
    }),
    answers: { 200: z.union([z.strictObject({ ...envelope.shape, Address: address }), envelope]) },
  },
  'POST /api/AccountAlerts': {
    access: 'session',
    summary: 'Saves the alerts of an account',
    objects: { 'body.AccountNumber': 'account' },
    body: z.strictObject({
      AccountNumber: accountNumber,
      ...alerts.shape,
      /** The alerts that were shown. Only the differences are saved, or nothing if they changed since (`Stale`). */
      Before: alerts.optional(),
    }),
    answers: { 200: z.union([z.strictObject({ ...envelope.shape, Alerts: alerts }), envelope]) },
  },
  'POST /api/Account/ShowHideAccount': {
    access: 'session',
    summary: 'Hides a loan from the web; its scheduled and recurring payments continue unless they are stopped with it',
    objects: { 'body.AccountNumber': 'account' },
    body: z.strictObject({
      AccountNumber: accountNumber,
      StopPayments: z.boolean().optional().describe('Deletes everything that is set up for the loan as well'),
    }),
    answers: { 200: envelope },
  },
  'POST /api/Insurance/GetInsuranceInformation': {
    access: 'session',
    whileViewing: true,
    summary: 'Insurance sold with a loan',
    gate: { switch: 'globalOptions.useInsuranceOption', is: true },
    objects: { 'body.accountNumber': 'account' },
    body: z.strictObject({ accountNumber }),
    answers: { 200: z.array(insurance).max(100) },
  },
  'GET /api/Deposit/GetDepositDetails': {
    access: 'session',
    whileViewing: true,
    summary: 'A deposit or investment with its newest entries, up to a limit',
    objects: { 'query.accountNumber': 'account' },
    query: z.strictObject({
      accountNumber,
      entries: z.coerce.number().int().min(0).max(MAX_DEPOSIT_ENTRIES).default(MAX_DEPOSIT_ENTRIES),
    }),
    answers: { 200: z.union([depositDetails, envelope]) },
  },
});
