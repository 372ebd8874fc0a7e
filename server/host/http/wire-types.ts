import { z } from 'zod';
import { type AccountTypeCode, typeCodes } from '#common/accounts/rules/account.ts';
import { type Day, findDay } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { RatePpm } from '#common/core/rates.ts';

/** Values of the host protocol, with their JSON form and our types. */

export const text = z.string();
export const number = z.int();

/** Whole cents. */
const amount = z.codec(z.int(), z.custom<Cents>(Number.isSafeInteger), {
  decode: (value) => value as Cents,
  encode: (value) => value,
});

/** A yearly rate in millionths: 64900 is 6.49%. */
const rate = z.codec(z.int(), z.custom<RatePpm>(Number.isSafeInteger), {
  decode: (value) => value as RatePpm,
  encode: (value) => value,
});

/** A calendar day, `2026-11-22`. */
export const date = z.codec(
  z.iso.date(),
  z.custom<Day>((value) => typeof value === 'string' && findDay(value) !== undefined),
  {
    decode: (value) => value as Day,
    encode: (value) => value,
  },
);

/** An instant in UTC, `2026-11-22T15:00:00Z`. */
export const instant = z.codec(z.iso.datetime({ offset: true }), z.instanceof(Temporal.Instant), {
  decode: (value) => Temporal.Instant.from(value),
  encode: (value) => value.toString(),
});

/** A string of digits, because the value exceeds JSON's exact integers. */
const bigInteger = z.codec(z.string().regex(/^-?\d+$/), z.bigint(), {
  decode: (value) => BigInt(value),
  encode: (value) => String(value),
});

const codes = Object.values(typeCodes);
const accountTypeCode = z.codec(
  z.int(),
  z.custom<AccountTypeCode>((value) => codes.some((code) => code === value)),
  {
    decode: (value) => value as AccountTypeCode,
    encode: (value) => value,
  },
);

const statementPreference = z.enum(['', 'Electronic', 'Paper']);
const billingFrequency = z.enum(['Monthly', 'SemiMonthly', 'TwoWeeks', 'Weekly']);
const method = z.enum(['Card', 'ACH']);

export const address = z.object({ address1: text, city: text, state: text, zipCode: text });
export const phones = z.array(z.object({ number: text, primary: z.boolean(), textsAgreed: z.boolean() })).readonly();

export const customer = z.object({
  customerId: text,
  companyNumber: number,
  personalName: text,
  firstName: text,
  emailAddress: text,
  phone: text,
  textPhone: text,
  branch: text,
  restricted: z.boolean(),
});

const limit = { limit: z.int().min(1).max(100) };

export const customerSearch = z.discriminatedUnion('by', [
  z.object({ ...limit, by: z.literal('name'), name: text }),
  z.object({ ...limit, by: z.literal('emailAddress'), emailAddress: text }),
  z.object({ ...limit, by: z.literal('phone'), phone: text }),
  z.object({ ...limit, by: z.literal('accountNumber'), accountNumber: text }),
  z.object({ ...limit, by: z.literal('ssnEnding'), ssnEnding: text }),
  z.object({ ...limit, by: z.literal('customerIds'), customerIds: z.array(text).max(100).readonly() }),
]);

export const foundCustomer = z.object({
  customerId: text,
  name: text,
  emailAddress: text,
  phone: text,
  city: text,
  state: text,
});

export const identityFacts = z
  .object({
    accountNumber: text,
    accountType: z.enum(['Loan', 'Deposit']),
    ssn: text,
    emailAddress: text,
    firstName: text,
    lastName: text,
    birthDate: date,
    zip: text,
    phone: text,
    branch: text,
    birthPlace: text,
    driversLicense: text,
    mothersMaiden: text,
  })
  .partial();

export const contacts = z.object({ address, phones });

export const accountSummary = z.object({
  number: text,
  typeCode: accountTypeCode,
  description: text,
  status: text,
  comment: text,
  balanceCents: amount,
  availableBalanceCents: amount,
  rate,
  statementPreference,
  dueOn: date.nullable(),
  amountDueCents: amount,
  pastDue: z.boolean(),
  installmentCents: amount,
  feesDueCents: amount,
  nameOnAccount: text,
  originalAmountCents: amount.nullable(),
  paymentsLeft: number.nullable(),
  figuresAsOf: date.nullable().default(null),
});

export const loan = z.object({
  accountNumber: text,
  kind: z.enum(['loan', 'lineOfCredit']),
  description: text,
  holdCode: text,
  closed: z.boolean(),
  principalCents: amount,
  interestDueCents: amount,
  lateChargesCents: amount,
  otherFeesCents: amount,
  payoffCents: amount,
  totalDueCents: amount,
  installmentCents: amount,
  rate,
  dueOn: date.nullable(),
  upcomingDueDays: z.array(date).readonly(),
  billingFrequency,
  periodDays: number,
  maturityOn: date.nullable(),
  pastDue: z.boolean(),
  lateCharge: z.union([z.object({ payBy: date, chargeCents: amount }), z.enum(['none', 'unknown'])]),
  delinquent: z.boolean(),
  onlyImmediatePayments: z.boolean(),
  historyBlocked: z.boolean(),
  lockedForPayoff: z.boolean(),
  inDispute: z.boolean(),
  security: z.object({
    onlinePayments: z.boolean(),
    achPayments: z.boolean(),
    cardPayments: z.boolean(),
    recurring: z.boolean(),
  }),
});

export const loanToDraw = z.discriminatedUnion('standing', [
  z.object({ standing: z.enum(['open', 'paidOff', 'closed']), loan, hidden: z.boolean() }),
  z.object({ standing: z.literal('notFound') }),
]);

export const ownedLoan = z.object({ customerId: text, loan, hidden: z.boolean() });

export const payoffQuote = z.object({
  on: date,
  principalCents: amount,
  interestCents: amount,
  lateChargesCents: amount,
  otherFeesCents: amount,
  totalCents: amount,
  perDiemCents: amount,
});

export const historyPage = z.object({
  since: date.nullable(),
  limit: number.min(1).max(10_000),
  before: text.nullable(),
  sorting: z
    .object({
      column: z.enum(['date', 'time', 'description', 'principal', 'interest', 'other', 'total', 'balance']),
      direction: z.enum(['ascending', 'descending']),
    })
    .nullable()
    .exactOptional(),
});

const accountEntry = z.object({
  entryId: text,
  effectiveOn: date,
  postedAt: instant,
  description: text,
  principalCents: amount,
  interestCents: amount,
  otherCents: amount,
  totalCents: amount,
  runningPrincipalCents: amount,
});

export const historyEntry = accountEntry.extend({
  postedAt: instant.nullable(),
  returned: z.boolean(),
  paymentId: text.nullable(),
});

const allocation = z.object({ feesCents: amount, interestCents: amount, principalCents: amount });

export const paymentPosting = z.object({
  paymentId: text,
  accountNumber: text,
  effectiveOn: date,
  postedAt: instant,
  amountCents: amount,
  additionalPrincipalCents: amount,
  processingFeeCents: amount,
  method,
});

export const projectedPayment = z.object({
  accountNumber: text,
  effectiveOn: date,
  amountCents: amount,
  additionalPrincipalCents: amount,
  payoffOn: date.exactOptional(),
});

export const paymentProjection = z.object({
  allocation,
  principalAfterCents: amount,
  payoffAfterCents: amount,
  nextDueOn: date.nullable(),
});

export const postedPayment = z.object({
  transferId: text,
  allocation,
  principalAfterCents: amount,
  nextDueOn: date.nullable(),
});

export const paymentReversal = z.object({ paymentId: text, effectiveOn: date, postedAt: instant });
export const reversedPayment = z.object({
  transferId: text,
  principalAfterCents: amount,
  keptApplied: z.object({ customerId: text, accountNumber: text, amountCents: amount }).optional(),
});

export const clearingSettlement = z.object({
  key: text,
  description: text,
  method,
  direction: z.enum(['in', 'out']),
  amountCents: amount,
  effectiveOn: date,
  postedAt: instant,
});

export const postingRecord = z.object({ paymentId: text, method, totalCents: amount, reversed: z.boolean() });

export const lateLoansPage = z.object({ on: date, after: text.nullable(), limit: number.min(1).max(1_000) });
export const lateLoans = z.object({ accountNumbers: z.array(text).readonly(), next: text.nullable() });
export const lateCharge = z.object({
  chargeId: text,
  chargedOn: date,
  amountCents: amount,
  owed: z.boolean(),
});

export const lateChargeReversal = z.object({
  accountNumber: text,
  chargeId: text,
  effectiveOn: date,
  postedAt: instant,
});

export const lateChargeAssessment = z.object({
  on: date,
  postedAt: instant,
  loans: z
    .array(z.object({ accountNumber: text, expectedCents: amount }))
    .max(1_000)
    .readonly(),
});

const lastPayment = z.object({ paidOn: date, amountCents: amount });

export const loanDetails = z.object({
  loan,
  nameOnAccount: text,
  openedOn: date,
  statementPreference,
  mailingAddress: address,
  availableCreditCents: amount,
  interestThisYearCents: amount.nullable(),
  interestLastYearCents: amount.nullable(),
  lastPayment: z.union([lastPayment, z.enum(['none', 'unknown'])]),
});

export const loanStory = z.object({
  balances: z.array(z.object({ on: date, principalCents: amount })).readonly(),
  paid: z.object({ principalCents: amount, interestCents: amount, feesCents: amount }).nullable(),
  plan: z.object({
    billingFrequency,
    dueDay: number,
    principalCents: amount,
    rate,
    /** Rates and installments until a change of the rate, oldest first; may be left out. */
    formerTerms: z
      .array(z.object({ rate, until: date, installmentCents: amount, firstOn: date }))
      .readonly()
      .exactOptional(),
    accruedThrough: date,
    accruedNumerator: bigInteger,
    nextDueOn: date.nullable(),
    installmentCents: amount,
    partialPaidCents: amount,
    maturityOn: date.nullable(),
  }),
});

export const deposit = z.object({
  accountNumber: text,
  typeCode: accountTypeCode,
  description: text,
  nameOnAccount: text,
  openedOn: date,
  maturityOn: date.nullable(),
  rate,
  balanceCents: amount,
  availableCents: amount,
  heldCents: amount,
});

export const mailingAddressChange = z.object({ accountNumber: text, address, at: instant });
export const insurance = z.object({ type: text, covers: z.literal([0, 1, 2]), premiumCents: amount });

export const application = z.object({
  applicationNumber: text,
  status: text,
  amountRequestedCents: amount.nullable(),
  amountApprovedCents: amount.nullable(),
  lastModifiedAt: instant,
  office: text,
  fundsExpectedOn: date.nullable(),
});

export const newApplication = z.object({
  key: text,
  customerId: text,
  amountRequestedCents: amount.nullable(),
  details: text,
  at: instant,
});

export const applicationNotice = z.object({ applicationNumber: text, url: text });

export const ownedAccount = z.object({ customerId: text, accountNumber: text });

export const statementAccount = z.object({
  format: statementPreference,
  closed: z.boolean(),
  historyBlocked: z.boolean(),
  openedOn: date,
  firstPostedAt: instant.nullable(),
  booksBeganOn: date.nullable(),
  firstYearKnown: z.boolean(),
  lastPostedAt: instant.nullable(),
});

export const statementPeriod = z.object({
  from: date,
  through: date,
  yearStartsAt: instant,
  startsAt: instant,
  endsAt: instant,
});

const standing = z.object({ principalCents: amount, interestCents: amount, feesCents: amount });

export const accountStatement = z.object({
  accountNumber: text,
  kind: z.enum(['loan', 'lineOfCredit']),
  description: text,
  nameOnAccount: text,
  address,
  rate,
  opening: standing,
  closing: standing,
  entries: z.array(accountEntry).readonly(),
  interestEarnedCents: amount,
  due: z
    .object({
      dueOn: date,
      pastDueCents: amount,
      installmentCents: amount,
      feesCents: amount,
      totalCents: amount,
    })
    .nullable(),
  yearToDate: z.object({ interestPaidCents: amount.nullable(), feesChargedCents: amount.nullable() }),
});

export const interestOfYear = z.object({
  accountNumber: text,
  description: text,
  nameOnAccount: text,
  address,
  rate,
  beforeBooks: z.object({ until: date, interestCents: amount }).nullable(),
  months: z.array(z.object({ month: number, interestCents: amount })).readonly(),
  totalCents: amount,
  principalCents: amount,
});
