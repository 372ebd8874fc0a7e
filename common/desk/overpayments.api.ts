import { z } from 'zod';
import { creditStates, payoutMeans, sentMeans } from '#common/payments/rules/payout.ts';
import { accountNumber, customerId, defineDeskApi, done, instant, reason } from './desk-contract.ts';
import { accountBlock } from './payments.api.ts';

const cents = z.number().int();

const ofPayout = z.strictObject({ customerId, accountNumber, payoutId: z.guid(), reason });

const ofPayoutObjects = {
  'body.customerId': 'customer',
  'body.accountNumber': 'account',
  'body.payoutId': { exempt: "looked up among the loan's payouts" },
} as const;

/** Of a customer, for money that leaves with the bank file. */
export const payoutBankAccount = z.strictObject({
  profileId: z.string(),
  ownerName: z.string(),
  bankName: z.string(),
  accountType: z.enum(['Checking', 'Savings']),
  lastFour: z.string(),
});

/** Asks to send a customer money by check or wire. */
export const sentPayoutRequest = {
  objects: { 'body.customerId': 'customer', 'body.accountNumber': 'account' },
  body: z.strictObject({
    customerId,
    accountNumber,
    means: z.enum(sentMeans),
    reference: z.string().trim().min(1).max(40),
    amountCents: cents.min(1),
    reason,
  }),
} as const;

/** Asks to send a customer money to a bank account they saved. */
export const bankCreditRequest = {
  objects: {
    'body.customerId': 'customer',
    'body.accountNumber': 'account',
    'body.profileId': { exempt: 'looked up among the bank accounts that the customer saved' },
  },
  body: z.strictObject({
    customerId,
    accountNumber,
    profileId: z.string().min(1).max(60),
    amountCents: cents.min(1),
    reason,
  }),
} as const;

/** Money that went to a customer. */
export const payoutItem = z.strictObject({
  payoutId: z.string(),
  means: z.enum(payoutMeans),
  reference: z.string(),
  amountCents: cents,
  paidOn: z.string(),
  recordedBy: z.string(),
  stoppedAt: instant.nullable(),
  stopAsked: z.boolean(),
  /** Of a payout to a bank account. */
  credit: z
    .strictObject({
      lastFour: z.string(),
      state: z.enum(creditStates),
      /** The business day of its bank file. */
      fileOn: z.string(),
      heldReason: z.string().nullable(),
      returnCode: z.string().nullable(),
      /** Null also for a credit that arrived. */
      accountBlock,
    })
    .nullable(),
});

export const overpaymentsApi = defineDeskApi({
  'GET /api/desk/overpayments': {
    may: 'correctPayments',
    summary: 'Loans on which more was paid than owed, and those on which more went back than came; oldest first',
    answer: z.strictObject({
      loans: z.array(
        z.strictObject({
          customerId: z.string(),
          accountNumber: z.string(),
          overpaidCents: cents,
          since: z.string(),
        }),
      ),
    }),
  },
  'GET /api/desk/overpayments/loan': {
    may: 'seePayments',
    summary: 'What was overpaid on a loan, and what went back',
    objects: { 'query.customerId': 'customer', 'query.accountNumber': 'account' },
    query: z.strictObject({ customerId, accountNumber }),
    answer: z.strictObject({
      /** Null where the core's own staff pays out. */
      overpaidCents: cents.nullable(),
      asked: z.boolean(),
      /** Saved by the customer, and refused by no bank; empty where no bank takes files. */
      bankAccounts: z.array(payoutBankAccount),
      payouts: z.array(payoutItem),
    }),
  },
  'POST /api/desk/overpayments/ask-to-pay-out': {
    may: 'correctPayments',
    summary: 'Asks a second person to send an overpayment, or a part of it, back to the customer by check or wire',
    objects: sentPayoutRequest.objects,
    records: 'desk-payout-asked',
    body: sentPayoutRequest.body,
    answer: done,
  },
  'POST /api/desk/overpayments/ask-bank-credit': {
    may: 'correctPayments',
    summary: "Asks a second person to send an overpayment, or a part of it, to the customer's bank with the bank file",
    objects: bankCreditRequest.objects,
    records: 'desk-payout-asked',
    body: bankCreditRequest.body,
    answer: done,
  },
  'POST /api/desk/overpayments/ask-to-stop': {
    may: 'correctPayments',
    summary: 'Asks a second person to stop a payout that did not reach the customer, such as a lost check',
    objects: ofPayoutObjects,
    records: 'desk-stop-payout-asked',
    body: ofPayout,
    answer: done,
  },
  'POST /api/desk/overpayments/ask-release-account': {
    may: 'correctPayments',
    summary: 'Asks a second person to let a bank account get payouts and be drawn on again that a bank had refused',
    objects: ofPayoutObjects,
    records: 'desk-release-account-asked',
    body: ofPayout,
    answer: done,
  },
});
