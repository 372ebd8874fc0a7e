import { beforeAll, expect, test } from 'vitest';
import { addLoan } from '#tests/builders/books.ts';
import { customerId, postedAt as at, startEmptyBooks, today } from '#tests/builders/empty-books.ts';

const books = startEmptyBooks();

beforeAll(async () => {
  for (const number of ['L-1', 'L-2']) await addLoan(books.database, { number, customerId });
});

const addressOf = async (number: string) =>
  (await books.host.findLoanDetails(customerId, number, today))?.mailingAddress;

test('a loan has the mailing address that its customer gave last, and other loans keep theirs', async () => {
  const other = await addressOf('L-2');
  for (const address1 of ['12 Wharf Street', '7 Mill Road']) {
    const address = { address1, city: 'Portland', state: 'ME', zipCode: '04101' };
    await books.host.changeMailingAddress({ accountNumber: 'L-1', address, at });
    expect(await addressOf('L-1')).toEqual(address);
  }
  expect(await addressOf('L-2')).toEqual(other);
});
