import { z } from 'zod';
import {
  accountTypeCode,
  address,
  amount,
  bigInteger,
  billingFrequency,
  date,
  instant,
  number,
  rate,
  statementPreference,
  text,
} from './wire-values.ts';

/** Accounts in the host protocol, with their JSON form and our types. */

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
  hidden: z
    .boolean()
    .default(false)
    .describe('Hidden from the web; such an account is listed only with seesHidden. May be left out for others.'),
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
  takesReturnFee: z
    .boolean()
    .exactOptional()
    .describe(
      'Whether a fee for a returned payment may be charged now. Left out by a core that charges such fees itself, or none.',
    ),
  delinquent: z.boolean(),
  onlyImmediatePayments: z.boolean(),
  historyBlocked: z.boolean(),
  lockedForPayoff: z.boolean(),
  inDispute: z.boolean(),
  chargedOff: z
    .object({ on: date, amountCents: amount })
    .nullable()
    .default(null)
    .describe(
      'Charged off: nothing is due anymore, and no interest or late charge is added from that day on, as customers read. May be left out.',
    ),
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
  /** The recorded release of what secured the loan; may be left out. */
  lien: z.object({ releasedOn: date, reference: text }).nullable().default(null),
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
  /** Charged off by the end of the period; left out otherwise. */
  chargedOffOn: date.exactOptional(),
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
