import { expect, test } from 'vitest';
import { documentWords } from '#server/platform/pdf/document-words.ts';
import { withNamedPlaces } from './statement-design.ts';

test('a design stored while places had no names is drawn with the values where they were', () => {
  const { texts } = withNamedPlaces({
    texts: {
      'statementPdf.period': 'From {} through {}',
      'statementPdf.dueOn': 'by {date}',
      'interestPdf.title': '{}',
    },
    colors: { brand: '#000000', brandStrong: '#000000', brandSoft: '#ffffff', onBrand: '#ffffff', accent: '#000000' },
    paymentAddress: [],
    hidesCheckDigit: false,
  });
  const words = documentWords(texts);
  expect(words('statementPdf.period', { from: 'Oct 1', to: 'Oct 31' })).toBe('From Oct 1 through Oct 31');
  expect(words('statementPdf.dueOn', { date: 'Nov 5' })).toBe('by Nov 5');
  expect(words('interestPdf.title', { year: '2025' })).toBe('2025');
});
