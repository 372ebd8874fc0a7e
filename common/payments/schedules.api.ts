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

/** Names a payment that was set up: `EncryptedString` is that of the list, for a recurring one its EncryptedData (C-010). */
const namedPayment = z.strictObject({ EncryptedString: z.string().max(2_000), LoanAccountNumber: accountNumber });

/** `Token` is the EncryptedData of the visit (C-054). */
const deletion = z.strictObject({ Token: z.string().max(2_000), Payment: namedPayment });

/** The token replaces the EncryptedData of the visit. */
const changed = z.strictObject({ ...envelope.shape, Token: z.string() });

/** What a payment that was set up becomes, all of it; a method of null stays as it is. */
const edit = z.strictObject({
  Token: z.string().max(2_000),
  Payment: namedPayment,
  PaymentDate: isoDay,
  PaymentAmount: dollars,
  FirstPartyFee: dollars,
  ThirdPartyFee: dollars,
  /** A saved one. */
  Method: methodReference.nullable(),
});

const recurringEdit = z.strictObject({
  ...edit.shape,
  AdditionalPrincipalAmount: dollars,
  RecurringDetails: recurringDetails,
  /** Of the agreement on the changed terms, where a bank account is drawn on and the institution asks for one. */
  AchDraftAgreementToken: z.string().max(64).nullable().optional(),
});

export type ScheduledEditBody = z.infer<typeof edit>;
export type RecurringEditBody = z.infer<typeof recurringEdit>;

/** Payments of days to come: set up, listed, changed and deleted (P 7). */
export const schedulesApi = defineApi({
  /**
   * Beyond P 7: the lists alone. They are answered even where the loan takes no
   * payment, so that loan details can show and delete what is set up.
   */
  'GET /api/PaymentInformation/GetScheduledPayments': {
    access: 'session',
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
    objects: {
      'body.Payment.LoanAccountNumber': 'account',
      'body.Token': { exempt: 'sealed by the server for this person and account' },
      'body.Payment.EncryptedString': 'plannedPayment',
    },
    body: deletion,
    answers: { 200: z.union([changed, envelope]) },
  },
  'POST /api/PaymentScheduled/DeleteAch': {
    access: 'session',
    summary: 'Deletes a scheduled payment by bank account',
    objects: {
      'body.Payment.LoanAccountNumber': 'account',
      'body.Token': { exempt: 'sealed by the server for this person and account' },
      'body.Payment.EncryptedString': 'plannedPayment',
    },
    body: deletion,
    answers: { 200: z.union([changed, envelope]) },
  },
  'POST /api/PaymentScheduled/Edit': {
    access: 'session',
    summary: 'Changes day, amount or method of a scheduled payment in one step',
    objects: {
      'body.Payment.LoanAccountNumber': 'account',
      'body.Token': { exempt: 'sealed by the server for this person and account' },
      'body.Payment.EncryptedString': 'plannedPayment',
      'body.Method.ProfileId': 'paymentMethod',
    },
    gate: { switch: 'paymentOptions.allowScheduledEdit', is: true },
    body: edit,
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
    objects: {
      'body.Payment.LoanAccountNumber': 'account',
      'body.Token': { exempt: 'sealed by the server for this person and account' },
      'body.Payment.EncryptedString': 'plannedPayment',
    },
    body: deletion,
    answers: { 200: z.union([changed, envelope]) },
  },
  'POST /api/PaymentRecurring/DeleteAch': {
    access: 'session',
    summary: 'Deletes a recurring payment by bank account',
    objects: {
      'body.Payment.LoanAccountNumber': 'account',
      'body.Token': { exempt: 'sealed by the server for this person and account' },
      'body.Payment.EncryptedString': 'plannedPayment',
    },
    body: deletion,
    answers: { 200: z.union([changed, envelope]) },
  },
  'POST /api/PaymentRecurring/Edit': {
    access: 'session',
    summary: 'Changes rhythm, amount or method of a recurring payment in one step',
    objects: {
      'body.Payment.LoanAccountNumber': 'account',
      'body.AchDraftAgreementToken': { exempt: 'sealed by the server for this person and these terms' },
      'body.Token': { exempt: 'sealed by the server for this person and account' },
      'body.Payment.EncryptedString': 'plannedPayment',
      'body.Method.ProfileId': 'paymentMethod',
    },
    gate: { switch: 'paymentOptions.allowRecurringEdit', is: true },
    body: recurringEdit,
    answers: { 200: z.union([changed, envelope]) },
  },
  'POST /api/PaymentRecurring/Skip': {
    access: 'session',
    summary: 'Skips the next payment of a recurring one',
    objects: {
      'body.Payment.LoanAccountNumber': 'account',
      'body.Token': { exempt: 'sealed by the server for this person and account' },
      'body.Payment.EncryptedString': 'plannedPayment',
    },
    gate: { switch: 'paymentOptions.allowRecurringSkip', is: true },
    body: deletion,
    answers: { 200: z.union([z.strictObject({ ...changed.shape, NextDate: isoDay }), envelope]) },
  },
});
