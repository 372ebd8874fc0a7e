import { z } from 'zod';
import { hostRefusals } from '../host-errors.ts';
import * as accounts from './wire-accounts.ts';
import * as customers from './wire-customers.ts';
import * as payments from './wire-payments.ts';
import * as values from './wire-values.ts';

/** The operations of the host protocol: `POST /v1/NAME` with `input` as the body. See docs/host-protocol.md. */
interface Operation<Input extends z.ZodType, Answer extends z.ZodType> {
  readonly summary: string;
  readonly input: Input;
  /** Left out of the envelope for undefined. */
  readonly answer: Answer;
  readonly repeatable: boolean;
}

function operation<Input extends z.ZodType, Answer extends z.ZodType>(
  summary: string,
  input: Input,
  answer: Answer,
  repeatable = true,
): Operation<Input, Answer> {
  return { summary, input, answer, repeatable };
}

const { text, date } = values;
const done = z.void();
const ofCustomer = z.object({ customerId: text });
const ofAccount = z.object({ customerId: text, accountNumber: text });
const ofAccountOn = ofAccount.extend({ asOf: date });
const reader = {
  seesHidden: z
    .boolean()
    .default(false)
    .describe('For staff: include accounts hidden from the web. Without it, they must be left out.'),
};

export const operations = {
  findCustomer: operation('Finds a customer by id', ofCustomer, customers.customer.optional()),
  findCustomerByIdentity: operation(
    'Finds the one customer of whom every fact is true',
    customers.identityFacts,
    customers.customer.optional(),
  ),
  searchCustomers: operation(
    'Finds customers for staff; names with one typing mistake per word',
    customers.customerSearch,
    z.array(customers.foundCustomer),
  ),
  ssnMatches: operation('Compares a social security number', ofCustomer.extend({ ssn: text }), z.boolean()),
  changeEmailAddress: operation('Sets the email address', ofCustomer.extend({ emailAddress: text }), done),
  findContacts: operation('Finds how a customer is reached', ofCustomer, customers.contacts.optional()),
  changeCustomerAddress: operation(
    'Sets the address of a customer',
    ofCustomer.extend({ address: values.address }),
    done,
  ),
  changePhones: operation('Sets the phones of a customer', ofCustomer.extend({ phones: values.phones }), done),
  listAccounts: operation(
    'Lists the accounts, for customers without those hidden from the web',
    ofCustomer.extend({ asOf: date, ...reader }),
    z.array(accounts.accountSummary),
  ),
  ownsAccount: operation('Tells whether an account is the customer’s', ofAccount, z.boolean()),
  findLoan: operation('Finds a loan as of a day', ofAccountOn, accounts.loan.optional()),
  findLoanToDraw: operation(
    'Finds a loan, also a hidden one, for a payment that runs by itself and for staff',
    ofAccountOn,
    accounts.loanToDraw,
  ),
  quotePayoff: operation('Quotes the payoff on a day', ofAccount.extend({ on: date }), accounts.payoffQuote.optional()),
  listHistory: operation(
    'Lists a page of the history',
    ofAccount.extend({ page: accounts.historyPage }),
    z.array(accounts.historyEntry),
  ),
  projectPayment: operation(
    'Tells what a payment would do',
    payments.projectedPayment,
    payments.paymentProjection.optional(),
  ),
  postPayment: operation('Posts a payment once per payment id', payments.paymentPosting, payments.postedPayment),
  reversePayment: operation('Takes a payment back once', payments.paymentReversal, payments.reversedPayment.optional()),
  settleClearing: operation('Moves settled money once per key', payments.clearingSettlement, done),
  listPostings: operation(
    'Lists what was posted for payments',
    z.object({ paymentIds: z.array(text).max(1_000).readonly() }),
    z.array(payments.postingRecord),
  ),
  listLateLoans: operation('Lists a page of loans with late installments', payments.lateLoansPage, payments.lateLoans),
  assessLateCharges: operation('Charges for late installments once', payments.lateChargeAssessment, done),
  countLateCharges: operation('Counts the late charges of a day', z.object({ on: date }), values.number),
  listLateCharges: operation(
    'Lists late charges and returned-payment fees of a loan, also of a hidden one',
    ofAccount,
    z.array(payments.lateCharge),
  ),
  reverseLateCharge: operation(
    'Takes a late charge or a returned-payment fee back once',
    payments.lateChargeReversal,
    done,
  ),
  findLoanDetails: operation(
    'Finds the details of a loan, for customers not of a hidden one',
    ofAccountOn.extend(reader),
    accounts.loanDetails.optional(),
  ),
  findLoanStory: operation('Tells how a loan was and will be repaid', ofAccountOn, accounts.loanStory.optional()),
  findDeposit: operation('Finds a deposit or an investment', ofAccount, accounts.deposit.optional()),
  listLoans: operation(
    'Finds many loans of any customer',
    z.object({ accountNumbers: z.array(text).max(10_000).readonly(), asOf: date }),
    z.array(accounts.ownedLoan),
  ),
  changeMailingAddress: operation('Sets the address of an account', accounts.mailingAddressChange, done),
  hideFromWeb: operation('Hides an account from the web', z.object({ accountNumber: text }), done),
  showOnWeb: operation('Shows an account on the web again', z.object({ accountNumber: text }), done),
  listInsurances: operation(
    'Lists the insurances of an account',
    z.object({ accountNumber: text }),
    z.array(accounts.insurance),
  ),
  listApplications: operation(
    'Lists applications changed since a day',
    ofCustomer.extend({ since: date }),
    z.array(accounts.application),
  ),
  findApplication: operation(
    'Finds an application',
    ofCustomer.extend({ applicationNumber: text }),
    accounts.application.optional(),
  ),
  addApplication: operation('Adds an application once per key', accounts.newApplication, text),
  takeApplicationNotice: operation(
    'Gives out an application the customer was not told of, once',
    ofCustomer.extend({ at: values.instant }),
    accounts.applicationNotice.optional(),
    false,
  ),
  findStatementAccount: operation('Finds what statements need', ofAccount, accounts.statementAccount.optional()),
  readStatement: operation(
    'Reads the statement of a period',
    ofAccount.extend({ period: accounts.statementPeriod }),
    accounts.accountStatement.optional(),
  ),
  readInterestOfYear: operation(
    'Reads the interest paid in a year',
    ofAccount.extend({ year: values.number }),
    accounts.interestOfYear.optional(),
  ),
  setStatementFormat: operation(
    'Sets how statements are sent',
    ofAccount.extend({ format: z.enum(['Electronic', 'Paper']) }),
    done,
  ),
  listElectronicAccounts: operation(
    'Lists accounts whose statements are electronic',
    z.object({ after: text, limit: values.number.min(1).max(10_000) }),
    z.array(accounts.ownedAccount),
  ),
} as const;

export type OperationName = keyof typeof operations;
export type InputOf<Name extends OperationName> = z.output<(typeof operations)[Name]['input']>;
export type AnswerOf<Name extends OperationName> = z.output<(typeof operations)[Name]['answer']>;

/** The body of an answer; `answer` is missing for undefined and void. */
export const answerEnvelope = z.object({ answer: z.unknown().optional() });

/** The body of a 409 answer. */
export const refusalEnvelope = z.object({ refusal: z.enum(hostRefusals), message: text });
