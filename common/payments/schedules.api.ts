import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import {
  accountNumber,
  achSubmission,
  cardSubmission,
  dollars,
  isoDay,
  methodReference,
  recurringAchSubmission,
  recurringCardSubmission,
  recurringDetails,
  recurringPayment,
  scheduledPayment,
  submitted,
} from './payment-shapes.api.ts';

/**
 * Names a scheduled or recurring payment as the customer saw it: `EncryptedString` from the list, or the recurring
 * payment's EncryptedData (C-010). One that was changed since can be deleted, but not changed or skipped.
 */
const namedPayment = z.strictObject({ EncryptedString: z.string().max(2_000), LoanAccountNumber: accountNumber });

/** `Token` is the EncryptedData of the visit (C-054). */
export const plannedPaymentRef = z.strictObject({ Token: z.string().max(2_000), Payment: namedPayment });

export const plannedPaymentObjects = {
  'body.Payment.LoanAccountNumber': 'account',
  'body.Token': { exempt: 'sealed by the server for this person and account' },
  'body.Payment.EncryptedString': 'plannedPayment',
} as const;

/** The token replaces the EncryptedData of the visit. */
const changed = z.strictObject({ ...envelope.shape, Token: z.string() });

/** The complete new terms of a scheduled or recurring payment; a null method keeps the current one. */
export const scheduledEdit = z.strictObject({
  Token: z.string().max(2_000),
  Payment: namedPayment,
  PaymentDate: isoDay,
  PaymentAmount: dollars,
  FirstPartyFee: dollars,
  ThirdPartyFee: dollars,
  Method: methodReference.nullable(),
});

export const recurringEdit = z.strictObject({
  ...scheduledEdit.shape,
  AdditionalPrincipalAmount: dollars,
  RecurringDetails: recurringDetails,
  /** The agreement on the changed terms, if drawn from a bank account and the institution requires one. */
  AchDraftAgreementToken: z.string().max(64).nullable().optional(),
});

export const editObjects = { ...plannedPaymentObjects, 'body.Method.ProfileId': 'paymentMethod' } as const;

export const recurringEditObjects = {
  ...editObjects,
  'body.AchDraftAgreementToken': { exempt: 'sealed by the server for this person and these terms' },
} as const;

export type ScheduledEditBody = z.infer<typeof scheduledEdit>;
export type RecurringEditBody = z.infer<typeof recurringEdit>;

export const schedulesApi = defineApi({
  /**
   * Not in P 7: only the lists. Also answered for a loan that can't be paid, so loan details can show and delete its
   * payments.
   */
  'GET /api/PaymentInformation/GetScheduledPayments': {
    access: 'session',
    whileViewing: true,
    summary: 'Scheduled payments, the recurring payment and the default method of a loan',
    objects: { 'query.accountNumber': 'account' },
    query: z.strictObject({ accountNumber }),
    answers: {
      200: z.union([
        z.strictObject({
          ...envelope.shape,
          ScheduledPayments: z.array(scheduledPayment),
          RecurringPayment: recurringPayment.nullable(),
          DefaultPaymentMethod: methodReference.nullable(),
          EncryptedData: z.string(),
        }),
        envelope,
      ]),
    },
  },
  'POST /api/PaymentScheduled/SubmitCard': {
    access: 'session',
    summary: 'Schedules a payment by card for a later day',
    objects: {
      'body.Payment.Details.LoanAccountNumber': 'account',
      'body.Payment.Method.ProfileId': 'paymentMethod',
      'body.Payment.Method.LoanAccountNumber': 'account',
    },
    body: cardSubmission,
    answers: { 200: z.union([submitted, envelope]) },
  },
  'POST /api/PaymentScheduled/SubmitAch': {
    access: 'session',
    summary: 'Schedules a payment by bank account for a later day',
    objects: {
      'body.Payment.Details.LoanAccountNumber': 'account',
      'body.Payment.Method.ProfileId': 'paymentMethod',
      'body.Payment.Method.LoanAccountNumber': 'account',
      'body.Payment.Method.AccountNumber': { exempt: 'the account at a bank, as typed' },
    },
    body: achSubmission,
    answers: { 200: z.union([submitted, envelope]) },
  },
  'POST /api/PaymentScheduled/DeleteCard': {
    access: 'session',
    summary: 'Deletes a scheduled payment by card',
    objects: plannedPaymentObjects,
    body: plannedPaymentRef,
    answers: { 200: z.union([changed, envelope]) },
  },
  'POST /api/PaymentScheduled/DeleteAch': {
    access: 'session',
    summary: 'Deletes a scheduled payment by bank account',
    objects: plannedPaymentObjects,
    body: plannedPaymentRef,
    answers: { 200: z.union([changed, envelope]) },
  },
  'POST /api/PaymentScheduled/Edit': {
    access: 'session',
    summary: 'Changes day, amount or method of a scheduled payment in one step; of a payoff, only the method',
    objects: editObjects,
    gate: { switch: 'paymentOptions.allowScheduledEdit', is: true },
    body: scheduledEdit,
    answers: { 200: z.union([changed, envelope]) },
  },
  'POST /api/PaymentRecurring/SubmitCard': {
    access: 'session',
    summary: 'Sets up a recurring payment by card',
    objects: {
      'body.Payment.Details.LoanAccountNumber': 'account',
      'body.Payment.Method.ProfileId': 'paymentMethod',
      'body.Payment.Method.LoanAccountNumber': 'account',
    },
    body: recurringCardSubmission,
    answers: { 200: z.union([submitted, envelope]) },
  },
  'POST /api/PaymentRecurring/SubmitAch': {
    access: 'session',
    summary: 'Sets up a recurring payment by bank account',
    objects: {
      'body.Payment.Details.LoanAccountNumber': 'account',
      'body.Payment.Method.ProfileId': 'paymentMethod',
      'body.Payment.Method.LoanAccountNumber': 'account',
      'body.Payment.Method.AccountNumber': { exempt: 'the account at a bank, as typed' },
      'body.AchDraftAgreementToken': { exempt: 'sealed by the server for this person and these terms' },
    },
    body: recurringAchSubmission,
    answers: { 200: z.union([submitted, envelope]) },
  },
  'POST /api/PaymentRecurring/DeleteCard': {
    access: 'session',
    summary: 'Deletes a recurring payment by card',
    objects: plannedPaymentObjects,
    body: plannedPaymentRef,
    answers: { 200: z.union([changed, envelope]) },
  },
  'POST /api/PaymentRecurring/DeleteAch': {
    access: 'session',
    summary: 'Deletes a recurring payment by bank account',
    objects: plannedPaymentObjects,
    body: plannedPaymentRef,
    answers: { 200: z.union([changed, envelope]) },
  },
  'POST /api/PaymentRecurring/Edit': {
    access: 'session',
    summary: 'Changes frequency, amount or method of a recurring payment in one step',
    objects: recurringEditObjects,
    gate: { switch: 'paymentOptions.allowRecurringEdit', is: true },
    body: recurringEdit,
    answers: { 200: z.union([changed, envelope]) },
  },
  'POST /api/PaymentRecurring/Skip': {
    access: 'session',
    summary: "Skips a recurring payment's next occurrence",
    objects: plannedPaymentObjects,
    gate: { switch: 'paymentOptions.allowRecurringSkip', is: true },
    body: plannedPaymentRef,
    answers: { 200: z.union([z.strictObject({ ...changed.shape, NextDate: isoDay }), envelope]) },
  },
});
