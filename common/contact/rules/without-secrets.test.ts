import { expect, it } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

it.each([
  ['My card 4242424242424242 was declined', 'My card •••• 4242 was declined'],
  ['4242 4242 4242 4242', '•••• 4242'],
  ['4242-4242-4242-4242.', '•••• 4242.'],
  ['378282246310005', '•••• 0005'],
  ['My SSN is 900-12-3456', 'My SSN is •••-••-••••'],
  ['900 12 3456', '•••-••-••••'],
  // Numbers that aren't cards stay, because they help to answer.
  ['4242424242424241', '4242424242424241'],
  ['Loan 101-004417-2', 'Loan 101-004417-2'],
  ['Call (555) 010-4477 or 555-010-4477', 'Call (555) 010-4477 or 555-010-4477'],
  ['04101-1234', '04101-1234'],
  ['', ''],
])('"%s" is stored as "%s"', (written, kept) => {
  expect(withoutSecrets(written)).toBe(kept);
});
