import { z } from 'zod';
import { keysOf } from '#common/core/keys-of.ts';
import { rateFromPercent } from '#common/core/rates.ts';
import { defaultLengths } from '#common/institution/institution-lengths.ts';
import { isRoutingNumber } from '#common/payments/rules/ach-rules.ts';

const isoDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day like 2026-11-21');
const routingNumber = z.string().refine(isRoutingNumber, 'must be a routing number');
const lengthNames = keysOf(defaultLengths);
const allocationPart = z.enum(['fees', 'interest', 'principal']);

const oneLine = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[^\n{}]+$/, 'must be one line without braces');
const wholeCents = z.number().int().min(0);

/** Late charges of one loan type; nothing is inherited from another. */
const lateChargeSchema = z
  .strictObject({
    flatCents: wholeCents.optional().describe('A fixed charge in cents'),
    percent: z
      .number()
      .refine((percent) => rateFromPercent(percent) !== undefined, 'must be a percentage with at most four decimals')
      .optional()
      .describe('Percent of the unpaid part of an installment, such as 5'),
    take: z.enum(['lesser', 'greater']).optional().describe('Which of flatCents and percent counts if both are set'),
    maximumCents: wholeCents.optional().describe('No charge is higher, in cents'),
    graceDays: z.number().int().min(0).describe('Days after the due date without a late charge'),
    leastShortageCents: wholeCents.optional().describe('No charge if less than this is missing, in cents'),
    afterMaturity: z.boolean().optional().describe('Also charges after the last installment'),
    exceptHoldCodes: z.array(z.string().min(1)).optional().describe('Loans with these hold codes are not charged'),
    exceptInDispute: z.boolean().optional().describe('Loans in dispute are not charged'),
  })
  .refine(
    ({ flatCents, percent, take }) => flatCents === undefined || percent === undefined || take !== undefined,
    'must say with take whether the lesser or the greater of flatCents and percent counts',
  );

export type LateChargeProfile = z.infer<typeof lateChargeSchema>;

const creditBureauMark = z.strictObject({
  consumerInformation: z
    .string()
    .regex(/^[A-Z0-9]{1,2}$/)
    .optional()
    .describe('Consumer Information Indicator, such as D for a petition under chapter 13'),
  ecoa: z.string().length(1).optional().describe('ECOA code, such as X for the deceased'),
  specialComment: z.string().length(2).optional().describe('Special Comment'),
  leaveOut: z.boolean().optional().describe('Loans with this code are not reported'),
});

const programId = (length: number) => z.string().max(length).default('');

const creditBureauSchema = z.strictObject({
  reporterName: z.string().min(1).max(40).describe('Your name at the bureaus'),
  reporterAddress: z.string().min(1).max(96).describe('Your address, in one line'),
  phone: z
    .string()
    .regex(/^\d{10}$/, 'must be ten digits')
    .describe('Where consumers and bureaus call'),
  identificationNumber: z.string().min(1).max(20).describe('Identification Number that the bureaus assigned'),
  programIds: z
    .strictObject({
      equifax: programId(10),
      experian: programId(5),
      transUnion: programId(10),
      innovis: programId(10),
    })
    .describe('Program Identifier of each bureau that gets the file'),
  ecoa: z
    .string()
    .regex(/^[1-7]$/)
    .describe('ECOA code of your loans, such as 1 for individual; the books know one owner'),
  accountTypes: z
    .record(
      z.string(),
      z.strictObject({
        portfolio: z.enum(['I', 'M', 'C', 'R', 'O']).describe('Portfolio Type'),
        accountType: z
          .string()
          .regex(/^[0-9A-Z]{2}$/)
          .describe('Account Type, such as 00 for a car'),
      }),
    )
    .describe('Portfolio and account type by the loan_type of the import; others are not reported'),
  holdCodes: z
    .record(z.string().regex(/^[A-Z0-9$]+$/, 'must be in capitals'), creditBureauMark)
    .default({})
    .describe('What your hold codes mean to the bureaus; a loan with another code is not reported'),
});

/** `institution.json`: everything except texts, options and colors. */
export const profileSchema = z.strictObject({
  $schema: z.string().optional(),
  extends: z.string().optional().describe('Another institution folder to inherit from, relative to this one'),
  name: oneLine.optional().describe('Name of the institution; required'),
  shortName: oneLine.optional().describe('For text messages and the header; the name if left out'),
  phone: oneLine.optional().describe('Phone of customer service; required'),
  hours: oneLine.optional().describe('Hours of that phone, such as Mon-Fri 9 AM-5 PM ET; required'),
  address: oneLine.optional().describe('Street and city in one line, at the head of printed pages'),
  timeZone: z
    .string()
    .refine(isTimeZone, 'must be a time zone like America/New_York')
    .optional()
    .describe('Decides which day it is; America/New_York if left out'),
  demonstration: z.boolean().optional().describe('Its data is invented; production refuses it'),
  institutionOptions: z
    .partialRecord(z.enum(lengthNames), z.number().int().min(0).max(128))
    .optional()
    .describe(
      'Lengths: PasswordMinimumLength and UserNameMinimumLength (8 each), and the digits of account numbers. A loan 101-700001-1 has LoanOfficeLength 3, LoanAccountLength 6 and LoanCheckDigitLength 1; 0 leaves a part and its dash out. Deposits have DepositOfficeLength and so on. Without them, account numbers have any shape',
    ),
  calendar: z
    .strictObject({
      achCutoff: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time from 00:00 to 23:59, such as 17:00')
        .describe('Bank drafts after this time go with the next business day'),
      extraNonPaymentDays: z
        .array(isoDay)
        .describe('Days such as 2026-12-24 without payments, in addition to weekends and Federal Reserve holidays'),
    })
    .optional(),
  servicing: z
    .strictObject({
      allocationOrder: z
        .tuple([allocationPart, allocationPart, allocationPart], {
          error: 'must say what a payment pays first, such as ["fees", "interest", "principal"]',
        })
        .describe('What a payment pays first: fees, interest and principal in your order'),
      delinquentAfterDays: z.number().int().min(0).describe('Days past due after which a loan counts as delinquent'),
      lateCharge: lateChargeSchema.describe('The late charge of all loans without a type of their own below'),
      lateChargeByLoanType: z
        .record(z.string().min(1).max(30), lateChargeSchema)
        .optional()
        .describe('Late charges by the loan_type of the import'),
    })
    .optional(),
  /** As Stripe and the card networks allow it on a card statement. */
  cardDescriptor: z
    .string()
    .regex(
      /^(?=.*[A-Za-z])[A-Za-z0-9 .,&-]{5,22}$/,
      'must be 5 to 22 letters, digits, spaces or . , & -, with a letter',
    )
    .optional()
    .describe('The name on statements of cardholders; the processor chooses if left out'),
  bankFile: z
    .strictObject({
      bankRoutingNumber: routingNumber.describe('The bank that the files go to (immediate destination)'),
      bankName: z.string().min(1).describe('Its name in the file'),
      companyId: z
        .string()
        .length(10, 'must be the ten characters that the bank assigned')
        .describe('Company id: the ten characters that the bank assigned, often 1 and your tax id'),
      companyName: z.string().min(1).describe('Your name on the statements of customers'),
      entryDescription: z
        .string()
        .min(1)
        .max(10)
        .describe('What the draft is for, such as LOAN PMT; up to 10 characters'),
      settlement: z
        .strictObject({
          routingNumber: routingNumber.describe('The bank of the account that drafts are credited to'),
          accountNumber: z
            .string()
            .regex(/^\d{1,17}$/, 'must be up to 17 digits')
            .describe('That account'),
          kind: z.enum(['Checking', 'Savings']),
        })
        .describe('Where the money of bank drafts goes'),
    })
    .optional()
    .describe('The bank that takes the files of bank drafts; required before customers pay by bank account'),
  creditBureau: creditBureauSchema.optional().describe('What the files for credit bureaus (Metro 2) say of you'),
});

export type InstitutionProfile = z.infer<typeof profileSchema>;

function isTimeZone(name: string): boolean {
  return Intl.supportedValuesOf('timeZone').includes(name) || name === 'UTC';
}
