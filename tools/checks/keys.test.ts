import { describe, expect, it } from 'vitest';
import { checkKeys, checkScreenTexts, type KeyList } from './keys.ts';
import { parseSource } from './source-file.ts';

const list: KeyList = {
  kind: 'text',
  keys: new Set(['payments.title', 'payments.payNow', 'paymentError.Declined', 'paymentError.Expired']),
  bornIn: /^common\/[^/]+\/texts\.ts$/,
};
const birth = parseSource(
  'common/payments/texts.ts',
  `export const texts = {
  'payments.title': 'Payment',
  'payments.payNow': 'Pay',
  'paymentError.Declined': 'Declined',
  'paymentError.Expired': 'Expired',
};`,
);
const screen = `<Text name="payments.title" />; text('payments.payNow'); text(\`paymentError.\${code}\`);`;

describe('text and option keys', () => {
  it('are fine if all are used, also with a computed ending', () => {
    expect(violationsOf(screen)).toEqual([]);
  });

  it('are reported where they are defined if unused', () => {
    expect(violationsOf(screen.replace(`text('payments.payNow');`, ''))).toMatchObject([
      { file: 'common/payments/texts.ts', line: 3, problem: 'the text payments.payNow is not used' },
    ]);
  });

  it('are not used by tests', () => {
    const test = parseSource('web/payments/Payment.test.tsx', screen);
    expect(checkKeys([birth, test], list, new Set())).toHaveLength(4);
  });

  it("are reported if they don't exist", () => {
    expect(violationsOf(`${screen}\ntext('payments.payLater');`)).toMatchObject([
      { file: 'web/payments/Payment.tsx', line: 2, problem: 'uses the unknown text payments.payLater' },
    ]);
  });

  it('of other lists are ignored', () => {
    expect(violationsOf(`${screen} option('payments.maximum');`, new Set(['payments.maximum']))).toEqual([]);
  });
});

describe('texts that only the server writes', () => {
  const keys = new Set(['receiptMail.subject', 'receipt.title']);
  const inFile = (path: string, text: string) => checkScreenTexts([parseSource(path, text)], keys);

  it('are refused in screens, also with a computed ending', () => {
    expect(
      inFile('web/payments/Payment.tsx', `text('receiptMail.subject'); text(\`receiptMail.\${part}\`);`),
    ).toMatchObject([
      {
        file: 'web/payments/Payment.tsx',
        line: 1,
        problem: "shows the text receiptMail.subject, which browsers don't get",
      },
      { problem: "shows the text receiptMail., which browsers don't get" },
    ]);
  });

  it('are fine on the server, and other texts in screens', () => {
    expect(inFile('server/payments/receipts.ts', `text('receiptMail.subject');`)).toEqual([]);
    expect(inFile('web/payments/Payment.tsx', `text('receipt.title');`)).toEqual([]);
  });
});

function violationsOf(text: string, others = new Set<string>()) {
  return checkKeys([birth, parseSource('web/payments/Payment.tsx', text)], list, others);
}
