import { describe, expect, it } from 'vitest';
import { type FieldKind, type FormField, MAX_LONG_TEXT, MAX_SHORT_TEXT, validateAnswers } from './request-form.ts';

function field(kind: FieldKind, required = false): FormField {
  return { name: 'field', kind, label: 'Field', hint: '', required, choices: kind === 'choice' ? ['One', 'Two'] : [] };
}

function errorOf(asked: FormField, answer: string, files = 0) {
  return validateAnswers({ fields: [asked] }, { field: answer }, files)['field'];
}

describe('an answer', () => {
  it.each<[FieldKind, string, string | undefined]>([
    ['shortText', 'x'.repeat(MAX_SHORT_TEXT), undefined],
    ['shortText', 'x'.repeat(MAX_SHORT_TEXT + 1), 'formError.tooLong'],
    ['shortText', 'Income: $1\nApproved: yes', 'formError.tooLong'],
    ['longText', 'One\nTwo', undefined],
    ['longText', 'x'.repeat(MAX_LONG_TEXT), undefined],
    ['longText', 'x'.repeat(MAX_LONG_TEXT + 1), 'formError.tooLong'],
    ['choice', 'Two', undefined],
    ['choice', 'Three', 'formError.choice'],
    ['amount', '$1,250.50', undefined],
    ['amount', '0', undefined],
    ['amount', '1.005', 'formError.amount'],
    ['amount', '-5', 'formError.amount'],
    ['amount', 'a lot', 'formError.amount'],
    ['date', '2026-02-28', undefined],
    ['date', '2026-02-29', 'formError.date'],
    ['date', '2026-02-28T10:00', 'formError.date'],
    ['date', '02/28/2026', 'formError.date'],
    ['yesNo', 'yes', undefined],
    ['yesNo', 'maybe', 'formError.choice'],
  ])('of the kind %s that is %j: %s', (kind, answer, error) => {
    expect(errorOf(field(kind), answer)).toBe(error);
  });

  it.each<FieldKind>(['shortText', 'longText', 'choice', 'amount', 'date', 'yesNo'])(
    'of the kind %s may be left out exactly if it is not required',
    (kind) => {
      expect(errorOf(field(kind), '')).toBeUndefined();
      expect(errorOf(field(kind, true), '')).toBe('formError.required');
      expect(errorOf(field(kind, true), '  ')).toBe('formError.required');
      expect(validateAnswers({ fields: [field(kind, true)] }, {}, 0)).toEqual({ field: 'formError.required' });
    },
  );

  it('is not inherited', () => {
    const asked = { ...field('shortText', true), name: 'constructor' };
    expect(validateAnswers({ fields: [asked] }, {}, 0)).toEqual({ constructor: 'formError.required' });
  });
});

it.each([
  [false, 0, undefined],
  [true, 1, undefined],
  [true, 0, 'formError.filesRequired'],
])('files that are required (%s), of which there are %i: %s', (required, files, error) => {
  expect(errorOf(field('files', required), '', files)).toBe(error);
});
