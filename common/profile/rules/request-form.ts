import { findDay } from '../../core/dates.ts';
import { collectErrors, type FieldErrors } from '../../core/field-errors.ts';
import { parseDollars } from '../../core/money.ts';

export const fieldKinds = ['shortText', 'longText', 'choice', 'amount', 'date', 'yesNo', 'files'] as const;

export type FieldKind = (typeof fieldKinds)[number];

export const formAccountKinds = ['loan', 'lineOfCredit', 'deposit', 'investment'] as const;

export type FormAccountKind = (typeof formAccountKinds)[number];

export interface FormField {
  /** Unique within its form. */
  readonly name: string;
  readonly kind: FieldKind;
  readonly label: string;
  /** Empty for none. */
  readonly hint: string;
  readonly required: boolean;
  /** For `choice` only. */
  readonly choices: readonly string[];
}

/** A form of the institution with its words, as customers get it. */
export interface RequestForm {
  readonly key: string;
  readonly title: string;
  readonly introduction: string;
  /** The kinds of account it may be about; empty for a form that is about none. */
  readonly accounts: readonly FormAccountKind[];
  /** Says that payments remain due and that autopay continues until staff have answered. */
  readonly paymentsContinue: boolean;
  readonly fields: readonly FormField[];
  /** Tells what happens after sending. */
  readonly next: string;
}

/** Entries by the field's name; a field without an entry is absent or empty. Files are not part of it. */
export type FormAnswers = Readonly<Record<string, string>>;

export const MAX_SHORT_TEXT = 200;
export const MAX_LONG_TEXT = 2_000;
export const MAX_FORM_FILES = 10;

export type FormErrorKey =
  | 'formError.required'
  | 'formError.filesRequired'
  | 'formError.choice'
  | 'formError.amount'
  | 'formError.date'
  | 'formError.tooLong';

/** Returns an error by the name of each wrong field. */
export function validateAnswers(
  { fields }: Pick<RequestForm, 'fields'>,
  answers: FormAnswers,
  fileCount: number,
): FieldErrors<FormAnswers, FormErrorKey> {
  return collectErrors<FormAnswers, FormErrorKey>(
    Object.fromEntries(
      fields.map((field) => [
        field.name,
        field.kind === 'files' ? filesError(field, fileCount) : answerError(field, answerTo(answers, field)),
      ]),
    ),
  );
}

/** The answer to a field, without the spaces around it. */
export function answerTo(answers: FormAnswers, { name }: Pick<FormField, 'name'>): string {
  return Object.hasOwn(answers, name) ? (answers[name] ?? '').trim() : '';
}

function filesError({ required }: FormField, fileCount: number): FormErrorKey | undefined {
  return required && fileCount === 0 ? 'formError.filesRequired' : undefined;
}

function answerError({ kind, required, choices }: FormField, answer: string): FormErrorKey | undefined {
  if (answer === '') return required ? 'formError.required' : undefined;
  switch (kind) {
    case 'shortText':
      // A break could forge another answer where staff read them in one line.
      return answer.length > MAX_SHORT_TEXT || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(answer) ? 'formError.tooLong' : undefined;
    case 'longText':
      return answer.length > MAX_LONG_TEXT ? 'formError.tooLong' : undefined;
    case 'choice':
      return choices.includes(answer) ? undefined : 'formError.choice';
    case 'amount':
      return parseDollars(answer) === undefined ? 'formError.amount' : undefined;
    case 'date':
      return findDay(answer) === answer ? undefined : 'formError.date';
    case 'yesNo':
      return answer === 'yes' || answer === 'no' ? undefined : 'formError.choice';
    case 'files':
      return undefined;
  }
}
