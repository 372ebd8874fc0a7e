import { afterAll, beforeAll, describe, expect, it, test as check } from 'vitest';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { readingsOf } from './find-customers.ts';

let test: TestApp;
let agent: DeskCaller;

beforeAll(async () => {
  test = await createTestApp(withDesk);
  agent = await enterDesk(test, 'agent');
});

afterAll(() => test.close());

async function find(text: string): Promise<string[]> {
  const found = await agent.post('/api/desk/customers/find', { find: text });
  return found.json().customers.map(({ name }: { readonly name: string }) => name);
}

const names = ['Margaret Okafor'];

check.each([
  ['a name', 'Margaret Okafor'],
  ['the start of a name', 'okaf'],
  ['a name in another order', 'okafor margaret'],
  ['a name with a missing letter', 'Margret Okafor'],
  ['a name with swapped letters', 'Margaret Okaofr'],
  ['a name with a wrong letter', 'Margaret Okavor'],
  ['a username', 'margaret.okafor'],
  ['the start of a username', 'margaret.o'],
  ['a customer number', '400101'],
  ['an account number', '101-004417-2'],
  ['an account number without its check digit', '101-004417'],
])('an agent finds a customer by %s', async (_by, text) => {
  expect(await find(text)).toEqual(names);
});

it('an agent finds a customer by email, phone, and the last four digits of the SSN', async () => {
  const customer = await test.services.host.findCustomer('400101');
  expect(await find(customer?.emailAddress.toUpperCase() ?? '')).toContain('Margaret Okafor');
  expect(await find(customer?.phone.replace(/^(...)(...)/, '($1) $2-') ?? '')).toContain('Margaret Okafor');
  expect(await find('8814')).toContain('Harriet Lowell');
});

check.each(['Zzyzx', '999-999999-9', '0000', 'nobody@nowhere.example'])('%s finds no one', async (text) => {
  expect(await find(text)).toEqual([]);
});

check.each([
  ['1234', ['ssnEnding', 'customerIds']],
  ['(555) 010-8814', ['phone', 'accountNumber', 'customerIds']],
  ['1 555 010 8814', ['phone', 'accountNumber', 'customerIds']],
  ['101-004417-2', ['phone', 'accountNumber', 'customerIds']],
  ['a@b.example', ['emailAddress']],
  ['Okafor', ['name']],
  ['G0000012', ['name', 'accountNumber', 'customerIds']],
])('%s may be %j', (text, by) => {
  expect(readingsOf(text).map((reading) => reading.by)).toEqual(by);
});

it('a Social Security number cannot be found out by trying its endings', async () => {
  const curious = await enterDesk(test, 'supervisor');
  const tryEnding = (ending: number) =>
    curious.post('/api/desk/customers/find', { find: String(ending).padStart(4, '0') });
  for (let ending = 0; ending < 60; ending += 1) expect((await tryEnding(ending)).statusCode).toBe(200);
  expect((await tryEnding(8814)).json()).toEqual({ error: 'TooManySearches' });
  expect((await curious.post('/api/desk/customers/find', { find: 'Okafor' })).statusCode).toBe(200);
  expect(await auditOf(test, 'desk-refused')).toContainEqual(
    expect.objectContaining({ code: 'TooManySearches', staff: curious.emailAddress }),
  );
});

describe('a customer', () => {
  it('is closed to staff until they open it with a reason', async () => {
    const other = await enterDesk(test, 'agent');
    const glance = () => other.get('/api/desk/customer?customerId=400101');
    expect((await glance()).json()).toEqual({ error: 'OpenFirst' });
    expect((await other.post('/api/desk/customers/open', { customerId: '400101', reason: '' })).statusCode).toBe(400);
    await other.open('400101');
    expect((await glance()).statusCode).toBe(200);
    expect((await agent.get('/api/desk/customer?customerId=400101')).json()).toEqual({ error: 'OpenFirst' });
  });

  it('leaves an entry for each search, each opening and each refusal, without what was searched', async () => {
    const before = (await auditOf(test, 'desk-searched')).length;
    await find('8814');
    const searches = await auditOf(test, 'desk-searched');
    expect(searches).toHaveLength(before + 1);
    expect(searches.at(-1)).toMatchObject({ staff: agent.emailAddress, by: 'ssnEnding,customerIds' });
    expect(JSON.stringify(searches)).not.toContain('8814');
    expect(await auditOf(test, 'desk-customer-opened')).toContainEqual(
      expect.objectContaining({ customerId: '400101', reason: 'Customer called', staff: agent.emailAddress }),
    );
    expect(await auditOf(test, 'desk-refused')).toContainEqual(
      expect.objectContaining({ call: 'GET /api/desk/customer', code: 'OpenFirst', customerId: '400101' }),
    );
  });

  it('is shown with logins, accounts and masked contacts, which are shown one at a time with a reason', async () => {
    await agent.open('400101');
    const glance = await agent.get('/api/desk/customer?customerId=400101');
    expect(glance.json()).toMatchObject({ name: 'Margaret Okafor', logins: [{ loginName: 'margaret.okafor' }] });
    expect(glance.json().accounts.length).toBeGreaterThan(3);
    const customer = await test.services.host.findCustomer('400101');
    expect(glance.body).not.toContain(customer?.emailAddress);
    expect(glance.body).not.toContain(customer?.phone);
    const reveal = { customerId: '400101', value: 'emailAddress', reason: 'reads it back' };
    expect((await agent.post('/api/desk/customer/reveal', reveal)).json()).toEqual({ value: customer?.emailAddress });
    expect(await auditOf(test, 'desk-value-revealed')).toMatchObject([
      { value: 'emailAddress', reason: 'reads it back' },
    ]);
  });

  it('has one timeline of payments, sign-ins, emails and what staff did', async () => {
    await test.signIn('margaret.okafor');
    await agent.open('400101');
    await agent.post('/api/desk/customer/note', { customerId: '400101', text: 'Prefers calls after 5 PM.' });
    const timeline = async (kind = '') =>
      (await agent.get(`/api/desk/customer/timeline?customerId=400101${kind}`)).json().entries;
    const kinds = new Set((await timeline()).map((entry: { readonly kind: string }) => entry.kind));
    expect([...kinds]).toEqual(expect.arrayContaining(['signIn', 'staff']));
    const signIns = await timeline('&kind=signIn');
    expect(signIns.every((entry: { readonly kind: string }) => entry.kind === 'signIn')).toBe(true);
    const glance = await agent.get('/api/desk/customer?customerId=400101');
    expect(glance.json().notes).toMatchObject([{ text: 'Prefers calls after 5 PM.', by: 'Alma Ortiz' }]);
  });

  it('has a timeline whose pages together show every entry once, also those of the same instant', async () => {
    await agent.open('400102');
    for (let count = 0; count < 45; count += 1) {
      await agent.post('/api/desk/customer/note', { customerId: '400102', text: `Note ${count}` });
    }
    const url = '/api/desk/customer/timeline?customerId=400102&kind=staff';
    const first = (await agent.get(url)).json();
    const second = (await agent.get(`${url}&before=${encodeURIComponent(first.next)}`)).json();
    const all = [...first.entries, ...second.entries];
    expect(new Set(all.map(({ at }) => at)).size).toBe(1);
    expect(new Set(all.map(({ id }) => id)).size).toBe(46);
    expect([all.length, second.next]).toEqual([46, null]);
    expect(all.at(-1).title).toBe(`${agent.emailAddress}: Opened the customer`);
    expect((await agent.get(`${url}&before=yesterday`)).json()).toEqual({ error: 'InvalidInput' });
  });

  it('that the host does not know can be neither opened nor seen', async () => {
    const opened = await agent.post('/api/desk/customers/open', { customerId: '999999', reason: 'Customer called' });
    expect(opened.statusCode).toBe(404);
  });
});
