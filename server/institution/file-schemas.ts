import { z } from 'zod';
import { fieldKinds, formAccountKinds } from '#common/profile/rules/request-form.ts';
import { profileSchema } from './profile-schema.ts';

const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a color like #0b4a45');

export const themeSchema = z.strictObject({
  brand: color.describe('Buttons, marks, and the head of printed pages'),
  brandStrong: color.describe('Text and pressed buttons in the brand color; darker'),
  brandSoft: color.describe('Quiet backgrounds, also in emails; very light'),
  onBrand: color.describe('Text on the brand color'),
  accent: color.describe('Small marks, such as the line under the head of printed pages'),
});

export const themeFileSchema = themeSchema.partial().extend({ $schema: z.string().optional() });

export const agreementSchema = z.strictObject({
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
export const branchSchema = z.strictObject({
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

export const formsSchema = z
  .array(formSchema)
  .max(20)
  .refine((forms) => isUnique(forms.map(({ key }) => key)), 'has two forms with the same key');

export type FormEntry = z.output<typeof formSchema>;

/** The files with keys of their own, for the reference and for editors. */
export const institutionFileSchemas: Readonly<Record<string, z.ZodType>> = {
  'institution.json': profileSchema,
  'theme.json': themeFileSchema,
  'agreements.json': z.array(agreementSchema),
  'branches.json': z.array(branchSchema),
  'forms.json': formsSchema,
};
