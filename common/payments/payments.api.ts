import { z } from 'zod';
import { typeCodes } from '#common/accounts/rules/account.ts';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import {
  accountNumber,
  achMethod,
  achSubmission,
  cardMethod,
  tokenizedCard,
  cardSubmission,
  isoDay,
  lateChargeShape,
  methodReference,
  profileId,
  recurringPayment,
  savedMethod,
  scheduledPayment,
  submitted,
  submittedDraft,
} from './payment-shapes.api.ts';
import { billingFrequencies } from '#common/payments/rules/payment-types.ts';

/** P 3. */
const paymentInfo = z.strictObject({
  ...envelope.shape,
  DueDate: isoDay.nullable(),
  PaymentDetails: z.strictObject({
    LoanAccountNumber: z.string(),
    /** Today in the institution's time zone. */
    PaymentDate: isoDay,
    PaymentAmount: z.number(),
    Company: z.number().int(),
  }),
  PaymentOptions: z.strictObject({
    AllowACH: z.boolean(),
    AllowCards: z.boolean(),
    NumberDaysInPeriod: z.number().int(),
    RecurringAllowed: z.boolean(),
    FirstPartyFees: z.strictObject({
      ScheduledAchFee: z.number(),
      ECheckFeeAmount: z.number(),
      RecurringAchFee: z.number(),
      DebitCardFeeAmount: z.number(),
      CreditCardFeeAmount: z.number(),
    }),
  }),
  ScheduledPayments: z.array(scheduledPayment),
  RecurringPayment: recurringPayment.nullable(),
  numScheduledPayments: z.number().int(),
  loanHasRecurringPmt: z.boolean(),
  recurringAllowedByHost: z.boolean(),
  blockAchPayment: z.boolean(),
  blockCardPayment: z.boolean(),
  allowCards: z.boolean(),
  earliestPaymentDate: isoDay,
  /** From the next due day on. */
  UpcomingDueDays: z.array(isoDay),
  BlockImmediateACHPaymentsAfterCutoffTime: z.boolean(),
  AdjustedACHPaymentDateAfterCutoffTime: isoDay.nullable(),
  RegularPaymentAmount: z.number(),
  LoanBillingFrequency: z.enum(billingFrequencies),
  NonPaymentDays: z.array(isoDay),
  NonSchedulablePaymentDays: z.array(isoDay),
  RestrictionCode: z.enum(['', 'InterestTooHighForDelayedPayment']),
  /** Why the loan can't be quoted or paid off online (M 8). */
  PayoffHold: z.enum(['LockedForPayoff', 'InDispute']).nullable(),
  FeesAndCharges: z.number(),
  /** One-time handle of this visit. Submissions and deletions carry it; it is the key of a submission without one. */
  EncryptedData: z.string(),
  Delinquent: z.boolean(),
  PastDue: z.boolean(),
  /** Not in P 3. */
  LateCharge: lateChargeShape,
  TotalAmountDue: z.number(),
  PayOffAmount: z.number(),
  Balance: z.number(),
  InterestDue: z.number(),
  Rate: z.number(),
  accountNumber: z.string(),
  accountType: z.literal([typeCodes.loan, typeCodes.lineOfCredit]),
  paymentMethods: z.array(savedMethod),
  HoldCode: z.string(),
  DefaultPaymentMethod: methodReference.nullable(),
});

export type PaymentInfo = z.infer<typeof paymentInfo>;

/** `StopPayments`: also deletes the payments that use the method; otherwise they continue. */
const deletedMethod = z.strictObject({ ProfileId: profileId, StopPayments: z.boolean().optional() });

const namedMethod = z.strictObject({ IsCard: z.boolean(), ProfileId: profileId });

const paymentOfMethod = z.strictObject({
  ReferenceNumber: z.string(),
  LoanAccountNumber: z.string(),
  IsRecurring: z.boolean(),
  PaymentDate: isoDay,
  /** A hold code of the loan keeps it back, so it isn't made on that day. */
  Paused: z.boolean(),
  TotalAmount: z.number(),
  PaysTotalDue: z.boolean(),
  FeeAmount: z.number(),
  /** The fee with the chosen replacement method; null without one. */
  FeeAfter: z.number().nullable(),
});

export type PaymentOfMethod = z.infer<typeof paymentOfMethod>;

/** The page of the customer's bank, and how long it waits from now. */
const cardSetup = z.strictObject({ SetupId: z.string(), Url: z.string(), MinutesLeft: z.number().int() });

export const paymentsApi = defineApi({
  'GET /api/PaymentInformation/GetPaymentInfo': {
    access: 'session',
    whileViewing: true,
    summary: 'The facts of a loan for the payment flow',
    objects: { 'query.accountNumber': 'account' },
    query: z.strictObject({ accountNumber }),
    answers: { 200: z.union([paymentInfo, envelope]) },
  },
  'POST /api/PaymentInformation/GetThirdPartyFee': {
    access: 'session',
    whileViewing: true,
    summary: "The processor's fee for a payment",
    objects: { 'body.LoanNumber': 'account' },
    gate: { switch: 'paymentOptions.disableThirdPartyFees', is: false },
    body: z.strictObject({
      IsAch: z.boolean(),
      IsCreditCard: z.boolean(),
      IsDebitCard: z.boolean(),
      IsImmediate: z.boolean(),
      IsOneTime: z.boolean(),
      IsRecurring: z.boolean(),
      LoanNumber: accountNumber,
    }),
    answers: { 200: z.strictObject({ ...envelope.shape, ThirdPartyFeeAmount: z.number() }) },
  },
  'POST /api/PaymentMethod/GetPaymentMethods': {
    access: 'session',
    whileViewing: true,
    summary: 'Saved payment methods',
    objects: { 'body.AccountNumber': 'account' },
    body: z.strictObject({ AccountNumber: accountNumber }),
    answers: { 200: z.strictObject({ ...envelope.shape, PaymentMethods: z.array(savedMethod) }) },
  },
  'POST /api/PaymentMethod/AddCardPaymentMethod': {
    access: 'session',
    summary: 'Saves a card; with CardSetup, the customer has to confirm it at the bank first',
    objects: { 'body.LoanAccountNumber': 'account' },
    body: z.union([tokenizedCard, cardMethod]),
    answers: { 200: z.union([z.strictObject({ ...envelope.shape, CardSetup: cardSetup.nullable() }), envelope]) },
  },
  'POST /api/PaymentMethod/EndCardSetup': {
    access: 'session',
    summary:
      'After the page of a confirmation: saves the card if the bank has confirmed it, or gives it up; not in P 7',
    objects: { 'body.SetupId': 'cardSetup' },
    body: z.strictObject({ SetupId: z.string().max(64), GiveUp: z.boolean() }),
    answers: { 200: envelope },
  },
  'POST /api/PaymentMethod/BeginCardSetup': {
    access: 'session',
    summary: "Begins to store a card that the processor's own fields take (Stripe); not in P 7",
    answers: { 200: z.union([z.strictObject({ ...envelope.shape, ClientSecret: z.string() }), envelope]) },
  },
  'POST /api/PaymentMethod/AddAchPaymentMethod': {
    access: 'session',
    summary: 'Saves a bank account',
    objects: {
      'body.LoanAccountNumber': 'account',
      'body.AccountNumber': { exempt: 'the account at a bank, as typed' },
    },
    body: achMethod,
    answers: { 200: envelope },
  },
  'POST /api/PaymentMethod/ValidateAchPaymentMethod': {
    access: 'session',
    summary: 'Checks a bank account before it is saved or used',
    objects: {
      'body.LoanAccountNumber': 'account',
      'body.AccountNumber': { exempt: 'the account at a bank, as typed' },
    },
    body: achMethod,
    answers: { 200: envelope },
  },
  'POST /api/PaymentMethod/DeleteCardPayment': {
    access: 'session',
    summary: 'Deletes a saved card',
    objects: {
      'body.ProfileId': 'paymentMethod',
    },
    body: deletedMethod,
    answers: { 200: envelope },
  },
  'POST /api/PaymentMethod/DeleteAchPayment': {
    access: 'session',
    summary: 'Deletes a saved bank account',
    objects: {
      'body.ProfileId': 'paymentMethod',
    },
    body: deletedMethod,
    answers: { 200: envelope },
  },
  'POST /api/PaymentMethod/GetPaymentsOfMethod': {
    access: 'session',
    whileViewing: true,
    summary: 'Scheduled and recurring payments drawn from a saved method; not in P 7',
    objects: {
      'body.Method.ProfileId': 'paymentMethod',
      'body.Replacement.ProfileId': 'paymentMethod',
    },
    body: z.strictObject({ Method: namedMethod, Replacement: namedMethod.nullable() }),
    answers: { 200: z.strictObject({ ...envelope.shape, Payments: z.array(paymentOfMethod) }) },
  },
  'POST /api/PaymentMethod/ReplaceInPayments': {
    access: 'session',
    summary: 'Replaces the saved method of payments, as far as each can be changed; not in P 7',
    objects: {
      'body.Method.ProfileId': 'paymentMethod',
      'body.Replacement.ProfileId': 'paymentMethod',
      'body.Payments[].ReferenceNumber': 'receipt',
    },
    body: z.strictObject({
      Method: namedMethod,
      Replacement: namedMethod,
      /** Each with the fee that was shown. */
      Payments: z.array(z.strictObject({ ReferenceNumber: z.string().max(20), FeeAmount: z.number() })).max(200),
    }),
    answers: {
      200: z.strictObject({
        ...envelope.shape,
        Payments: z.array(z.strictObject({ ReferenceNumber: z.string(), ErrorCode: z.string().nullable() })),
      }),
    },
  },
  'POST /api/PaymentMethod/SetDefaultPaymentMethod': {
    access: 'session',
    summary: 'Makes a saved method the default of a loan',
    objects: {
      'body.AccountNumber': 'account',
      'body.PaymentMethod.ProfileId': 'paymentMethod',
    },
    gate: { switch: 'paymentOptions.allowDefaultPaymentMethod', is: true },
    body: z.strictObject({ AccountNumber: accountNumber, PaymentMethod: methodReference }),
    answers: { 200: envelope },
  },
  'DELETE /api/PaymentMethod/RemoveDefaultPaymentMethod': {
    access: 'session',
    summary: 'Clears the default method of a loan',
    objects: { 'query.accountNumber': 'account' },
    query: z.strictObject({ accountNumber }),
    answers: { 200: envelope },
  },
  'GET /api/ACHRoutingData': {
    access: 'session',
    whileViewing: true,
    summary: 'The bank of a routing number',
    query: z.strictObject({ routingNumber: z.string().regex(/^\d{9}$/) }),
    answers: {
      200: z.strictObject({
        RoutingNumber: z.string(),
        BankExists: z.boolean(),
        Name: z.string(),
        Address: z.string(),
        City: z.string(),
        State: z.string(),
        Zip: z.string(),
      }),
    },
  },
  'POST /api/PaymentImmediate/SubmitCard': {
    access: 'session',
    summary: 'Pays today by card',
    objects: {
      'body.Payment.Details.LoanAccountNumber': 'account',
      'body.Payment.Method.ProfileId': 'paymentMethod',
      'body.Payment.Method.LoanAccountNumber': 'account',
    },
    body: cardSubmission,
    answers: { 200: z.union([submitted, envelope]) },
  },
  'POST /api/PaymentImmediate/SubmitAch': {
    access: 'session',
    summary: 'Pays today by bank account',
    objects: {
      'body.Payment.Details.LoanAccountNumber': 'account',
      'body.Payment.Method.ProfileId': 'paymentMethod',
      'body.Payment.Method.LoanAccountNumber': 'account',
      'body.Payment.Method.AccountNumber': { exempt: 'the account at a bank, as typed' },
    },
    sealsAccount: true,
    body: achSubmission,
    answers: { 200: z.union([submittedDraft, envelope]) },
  },
});
