import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Receipt } from '#common/payments/receipts.api.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { addLoan } from '#tests/builders/books.ts';
import { codeOf, createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';
import { readPdf } from '#tests/support/read-pdf.ts';

let scene: PaymentScene;

beforeAll(async () => {
  scene = await createPaymentScene();
});

afterAll(() => scene.testApp.close());

interface Name {
  readonly first?: string;
  readonly last?: string;
  readonly company?: string;
}

async function rename({ first = '', last = '', company = '' }: Name): Promise<void> {
  await sql`update customers set first_name = ${first}, last_name = ${last}, company_name = ${company}
    where customer_id = '400102'`.execute(scene.testApp.services.database);
}

const get = (url: string) => scene.caller.call({ method: 'GET', url });

async function openReceipt(referenceNumber: string): Promise<string> {
  const ticketUrl = `/api/PassableToken/GetPassableToken?action=viewReceipt&object=${referenceNumber}`;
  const { PassableToken } = (await get(ticketUrl)).json<{ PassableToken: string }>();
  const file = await get(`/api/Receipt/ViewReceipt?ReferenceNumber=${referenceNumber}&UserToken=${PassableToken}`);
  return (await readPdf(file.rawPayload)).text.replaceAll(/\s+/g, '');
}

describe.each<[string, Name, string]>([
  ['a name of 100 letters', { first: 'L', last: 'w'.repeat(98) }, `L ${'w'.repeat(98)}`],
  ['no first name', { last: 'Wei' }, 'Wei'],
  ['an apostrophe', { first: 'Li', last: "O’Wei-D'Arcy" }, "Li O’Wei-D'Arcy"],
  ['a company', { company: 'Wei & Daughters, Inc.' }, 'Wei & Daughters, Inc.'],
])('a customer with %s', (_, name, shown) => {
  test('pays, and is named on receipt, file and in the email', async () => {
    await rename(name);
    const made = await scene.calls.submitCard(await scene.cardSubmission(20));
    const reference = made.ReferenceNumber ?? '';
    expect(codeOf(made)).toBeUndefined();
    expect((await get(`/api/Receipt?ReferenceNumber=${reference}`)).json<Receipt>().CustomerName).toBe(shown);
    expect(await openReceipt(reference)).toContain(shown.replaceAll(' ', ''));
    const [mail] = await listNewestMessages(scene.testApp.services, 1);
    expect(mail).toMatchObject({ subject: `Payment confirmation ${reference}` });
    expect(mail?.body).not.toMatch(/undefined|null|\{\}| ,/);
    expect((await get('/api/accountList')).statusCode).toBe(200);
    await rename({ first: 'Li', last: 'Wei' });
  });
});

test('a customer with 200 accounts sees and pays each of them', async () => {
  const { database } = scene.testApp.services;
  const before = (await get('/api/accountList')).json<{ Accounts: unknown[] }>().Accounts.length;
  const number = (index: number) => `101-${String(700_000 + index)}-1`;
  for (let index = before; index < 200; index += 1)
    await addLoan(database, { number: number(index), customerId: '400102' });
  const { Accounts } = (await get('/api/accountList')).json<{ Accounts: { Number: string }[] }>();
  expect(new Set(Accounts.map((account) => account.Number)).size).toBe(200);
  expect(await scene.calls.info(number(199))).toMatchObject({ HasNoErrors: true, accountNumber: number(199) });
});
