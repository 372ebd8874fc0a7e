import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { defaultLengths, type InstitutionLengths } from '#common/institution/institution-lengths.ts';
import { rateFromPercent } from '#common/core/rates.ts';
import { didYouMean } from '#server/platform/nearest-key.ts';
import { isRoutingNumber } from '#common/payments/rules/ach-rules.ts';
import { fieldKinds, formAccountKinds } from '#common/profile/rules/request-form.ts';

const isoDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day like 2026-11-21');
const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a color like #0b4a45');
const routingNumber = z.string().refine(isRoutingNumber, 'must be a routing number');
const lengthNames = Object.keys(defaultLengths) as (keyof InstitutionLengths)[];
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
const profileSchema = z.strictObject({
  $schema: z.string().optional(),
  /** Another institution folder to inherit from. */
  extends: z.string().optional().describe('Another institution folder to inherit from, relative to this one'),
  name: oneLine.optional().describe('Name of the institution; required'),
  shortName: oneLine.optional().describe('For text messages and the header; the name if left out'),
  phone: oneLine.optional().describe('Phone of customer service; required'),
  hours: oneLine.optional().describe('Hours of that phone, such as Mon-Fri 9 AM-5 PM ET; required'),
  /** Street and city in one line, at the head of printed pages. */
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

const themeSchema = z.strictObject({
  brand: color.describe('Buttons, marks, and the head of printed pages'),
  brandStrong: color.describe('Text and pressed buttons in the brand color; darker'),
  brandSoft: color.describe('Quiet backgrounds, also in emails; very light'),
  onBrand: color.describe('Text on the brand color'),
  accent: color.describe('Small marks, such as the line under the head of printed pages'),
});

const themeFileSchema = themeSchema.partial().extend({ $schema: z.string().optional() });

const agreementSchema = z.strictObject({
  setup: z
    .string()
    .describe(
      'URL | date it takes effect | name | triggers: 0 sign-in, 1 registration, 2 bank payments (before the first one, and before a bank account is saved), 3 e-statements, 4 texts',
    ),
  richText: z
    .string()
    .default('')
    .describe(
      'The words themselves. The terms of e-statements and of texts always show them, above the link to the page. At sign-in, at registration and before bank payments customers get the link, and the words in a dialog instead with agreementOptions.useRichTextAgreementsOption',
    ),
});

/** Latitude 0 means no fixed place, such as a van. */
const branchSchema = z.strictObject({
  name: z.string().min(1),
  streetAddress: z.string(),
  city: z.string(),
  state: z.string().regex(/^[A-Z]{2}$/, 'must be two letters like ME'),
  zip: z.string().regex(/^\d{5}$/, 'must be five digits'),
  phoneNumber: z.string(),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});

const words = (max: number) => z.string().trim().min(1).max(max);

const formFieldSchema = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z][A-Za-z0-9]{0,39}$/, 'must be letters and digits, beginning with a small letter')
      .describe('Unique within the form; customers never see it'),
    kind: z
      .enum(fieldKinds)
      .describe('`shortText` is one line, `yesNo` two choices, `files` evidence that customers upload'),
    label: words(120).describe('The question'),
    hint: words(200).optional().describe('Help below the field'),
    required: z.boolean().default(false).describe('Customers must answer it; false if left out'),
    choices: z
      .array(words(100))
      .min(2, 'must have at least two')
      .max(30)
      .optional()
      .describe('What a field of the kind `choice` offers'),
  })
  .refine(
    ({ kind, choices }) => (kind === 'choice') === (choices !== undefined),
    'must have choices if its kind is choice, and none otherwise',
  )
  .refine(({ choices = [] }) => new Set(choices).size === choices.length, 'has the same choice twice');

const formSchema = z
  .strictObject({
    key: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be small letters, digits and dashes, such as payment-help')
      .describe('Names the form; one of a default form (`payment-help`, `document-request`) replaces that'),
    title: words(80).describe('What customers and staff read'),
    introduction: words(1_000).describe('Above the fields'),
    accounts: z
      .array(z.enum(formAccountKinds))
      .default([])
      .describe('Kinds of account of which customers must choose one; none if left out'),
    paymentsContinue: z
      .boolean()
      .default(false)
      .describe('Says that payments remain due and autopay continues until you have answered; false if left out'),
    fields: z.array(formFieldSchema).min(1).max(30).describe('In the order of the form'),
    next: words(400).describe('What happens once it is sent, such as when you answer'),
  })
  .refine(({ fields }) => isUnique(fields.map(({ name }) => name)), 'has two fields with the same name')
  .refine(({ fields }) => fields.filter(({ kind }) => kind === 'files').length < 2, 'has two fields of the kind files')
  .refine(
    ({ accounts, paymentsContinue }) =>
      !paymentsContinue || accounts.includes('loan') || accounts.includes('lineOfCredit'),
    'has paymentsContinue, so its accounts must have loan or lineOfCredit',
  );

function isUnique(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

const formsSchema = z
  .array(formSchema)
  .max(20)
  .refine((forms) => isUnique(forms.map(({ key }) => key)), 'has two forms with the same key');

export type FormEntry = z.output<typeof formSchema>;

export type InstitutionProfile = z.infer<typeof profileSchema>;

/** The files with keys of their own, for the reference and for editors. */
export const institutionFileSchemas: Readonly<Record<string, z.ZodType>> = {
  'institution.json': profileSchema,
  'theme.json': themeFileSchema,
  'agreements.json': z.array(agreementSchema),
  'branches.json': z.array(branchSchema),
  'forms.json': formsSchema,
};

export interface InstitutionFiles {
  readonly folder: string;
  readonly profile: InstitutionProfile;
  readonly options: Readonly<Record<string, unknown>>;
  readonly texts: Readonly<Record<string, unknown>>;
  readonly theme: Partial<z.infer<typeof themeSchema>>;
  readonly agreements: readonly z.infer<typeof agreementSchema>[] | undefined;
  readonly branches: readonly z.infer<typeof branchSchema>[] | undefined;
  readonly forms: readonly FormEntry[];
}

export async function readInstitutionFiles(folder: string, problems: string[]): Promise<InstitutionFiles[]> {
  const chain: InstitutionFiles[] = [];
  const seen = new Set<string>();
  for (let next: string | undefined = path.resolve(folder); next;) {
    if (seen.has(next)) {
      problems.push(`${next}/institution.json: "extends" leads back to itself`);
      break;
    }
    seen.add(next);
    const files: InstitutionFiles = await readFolder(next, problems);
    chain.unshift(files);
    next = files.profile.extends ? path.resolve(next, files.profile.extends) : undefined;
  }
  return chain;
}

export const NO_INSTITUTION = 'there is no institution.json';

async function readFolder(folder: string, problems: string[]): Promise<InstitutionFiles> {
  const read = <Schema extends z.ZodType>(name: string, schema: Schema) =>
    readJson(path.join(folder, name), schema, problems);
  const exists = await access(path.join(folder, 'institution.json')).then(
    () => true,
    () => false,
  );
  if (!exists) problems.push(`${folder}: ${NO_INSTITUTION}`);
  return {
    folder,
    profile: (await read('institution.json', profileSchema)) ?? {},
    options: withoutSchema(await read('options.json', z.record(z.string(), z.unknown()))),
    texts: withoutSchema(await read('texts.json', z.record(z.string(), z.unknown()))),
    theme: themeOf(await read('theme.json', themeFileSchema)),
    agreements: await read('agreements.json', z.array(agreementSchema).max(5, 'there may be at most five agreements')),
    branches: await read('branches.json', z.array(branchSchema).max(5_000)),
    forms: (await read('forms.json', formsSchema)) ?? [],
  };
}

async function readJson<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  problems: string[],
): Promise<z.output<Schema> | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // One that exists but can't be read must not count as one that says nothing.
    if (error.code !== 'ENOENT') problems.push(`${file}: can't be read (${error.code ?? error.message})`);
    return undefined;
  });
  if (text === undefined) return undefined;
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
    problems.push(
      ...parsed.error.issues.flatMap((issue) => issueProblems(issue, schema).map((problem) => `${file}: ${problem}`)),
    );
  } catch (error) {
    problems.push(`${file}: is not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  return undefined;
}

/** Unknown keys come with the closest and all allowed ones. */
function issueProblems(issue: z.core.$ZodIssue, schema: z.ZodType): string[] {
  const place = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') {
    const [, expected] = /^Invalid input: expected (\w+), received undefined$/.exec(issue.message) ?? [];
    const reason = expected === undefined ? issue.message : `is missing (${expected})`;
    return [`${place === '' ? 'the file' : `"${place}"`} ${reason}`];
  }
  const known = allowedKeys(schema, issue.path);
  return issue.keys.map((key) => {
    const whole = [...issue.path, key].join('.');
    const guess = didYouMean(key, known);
    return `"${whole}" is not known${guess === '' ? '.' : guess} Allowed: ${known.join(', ')}`;
  });
}

interface ObjectShape {
  readonly properties?: Readonly<Record<string, ObjectShape>>;
  readonly items?: ObjectShape;
  readonly additionalProperties?: ObjectShape;
}

function allowedKeys(schema: z.ZodType, place: readonly PropertyKey[]): string[] {
  let shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as ObjectShape | undefined;
  for (const part of place) shape = shape?.properties?.[String(part)] ?? shape?.items ?? shape?.additionalProperties;
  return Object.keys(shape?.properties ?? {}).filter((key) => key !== '$schema');
}

/** Editors read `$schema`; see docs/reference. */
function withoutSchema(content: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(content).filter(([key]) => key !== '$schema'));
}

function themeOf(content: z.infer<typeof themeFileSchema> = {}): InstitutionFiles['theme'] {
  const colors = Object.entries(withoutSchema(content)).filter(([, color]) => color !== undefined);
  return Object.fromEntries(colors);
}

function isTimeZone(name: string): boolean {
  return Intl.supportedValuesOf('timeZone').includes(name) || name === 'UTC';
}
