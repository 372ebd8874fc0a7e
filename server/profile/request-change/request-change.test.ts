import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { DEMONSTRATION_PASSWORD } from '#demo/demonstration.ts';
import { FOREIGN_ACCOUNT, UNKNOWN_ACCOUNT } from '#tests/builders/well-formed-calls.ts';

const loan = '101-005520-1';
const offered = { 'globalOptions.forceManualContactInfoChangesOption': true };
let test: TestApp;
let li: SignedInCaller;

beforeAll(async () => {
  test = await createTestApp({ options: offered });
  li = await test.signIn('li.wei');
});

afterAll(() => test.close());

const address = { Address1: '402 Beacon Street', Address2: '', City: 'Boston', State: 'MA', ZipCode: '02108' };
const request = {
  AccountNumbers: [loan],
  OldAddress: address,
  NewAddress: { ...address, Address1: '5 Brattle Street', City: 'Cambridge', ZipCode: '02139' },
  PhoneNumber1: { OldPhoneNumber: '(555) 010-5520', NewPhoneNumber: '(555) 010-5521' },
  PhoneNumber2: null,
  UserName: 'li.wei',
  FirstName: 'Li',
};

async function send(payload: object, caller = li) {
  return caller.call({ method: 'PUT', url: '/api/ManualChangeContactInfo', payload });
}

describe('a request to change contact information', () => {
  it('is stored, sent to the institution, and confirmed', async () => {
    expect((await send(request)).json()).toEqual({ HasNoErrors: true, Errors: [] });
    const kept = await sql<{ details_sealed: Uint8Array }>`
      select details_sealed from customer_requests where customer_id = '400102'`.execute(test.services.database);
    const sealed = kept.rows[0]?.details_sealed ?? new Uint8Array();
    const details = test.services.cipher.decrypt(sealed, 'contact-change:400102');
    expect(JSON.parse(details)).toMatchObject({ accountNumbers: [loan], addresses: { new: { city: 'Cambridge' } } });
    const [toCustomer, toInstitution] = await listNewestMessages(test.services, 2);
    expect(toInstitution).toMatchObject({
      recipient: 'loan.service@harbor.example',
      subject: 'Contact information change for Li Wei',
    });
    expect(toInstitution?.body).toContain(
      [
        'Customer: Li Wei (400102), username li.wei',
        `Loans: ${loan}`,
        '',
        'Everything below was entered by the customer:',
        '----------',
        'Old address: 402 Beacon Street, Boston, MA 02108',
        'New address: 5 Brattle Street, Cambridge, MA 02139',
        'Phone: (555) 010-5520 to (555) 010-5521',
      ].join('\n'),
    );
    expect(toCustomer).toMatchObject({ recipient: 'li.wei@example.com', subject: 'We received your request' });
  });

  it('needs fresh proof of who asks: what is on file can be read at an open session', async () => {
    const asked = { ...request, PhoneNumber2: null };
    await sql`update sessions set identity_confirmed_at = null`.execute(test.services.database);
    const answer = await send(asked);
    expect([answer.statusCode, answer.json().Errors]).toEqual([403, [{ ErrorMessage: 'ConfirmationNeeded' }]]);
    const payload = { Password: DEMONSTRATION_PASSWORD };
    await li.call({ method: 'POST', url: '/api/Confirmation', payload });
    expect((await send(asked)).json()).toEqual({ HasNoErrors: true, Errors: [] });
  });

  it('changes nothing by itself', async () => {
    expect((await test.services.host.findCustomer('400102'))?.phone).toBe('5550105520');
  });

  it.each([
    ['no account', { AccountNumbers: [] }],
    ['neither address nor phone', { OldAddress: null, NewAddress: null, PhoneNumber1: null }],
    ['an incomplete address', { NewAddress: { ...address, ZipCode: '021' } }],
    ['one address alone', { OldAddress: null }],
    ['one number alone', { PhoneNumber1: { OldPhoneNumber: '(555) 010-5520', NewPhoneNumber: '' } }],
    ['a number in another form', { PhoneNumber1: { OldPhoneNumber: '5550105520', NewPhoneNumber: '5550105521' } }],
  ])('is refused with %s', async (_what, change) => {
    expect((await send({ ...request, ...change })).json()).toMatchObject({ HasNoErrors: false });
  });

  it.each([FOREIGN_ACCOUNT, UNKNOWN_ACCOUNT])(
    "is refused for %s, even next to the customer's own accounts",
    async (number) => {
      expect((await send({ ...request, AccountNumbers: [loan, number] })).statusCode).toBe(404);
    },
  );

  it.each(['\n', '\r', '\u2028', '\u2029', '\u0085'])(
    'rejects a line break (%j) that could forge a line of the email',
    async (lineBreak) => {
      const Address1 = `5 Brattle Street${lineBreak}Customer: Margaret Okafor`;
      expect((await send({ ...request, NewAddress: { ...address, Address1 } })).statusCode).toBe(400);
    },
  );

  it("names the session's user, whatever the browser sends", async () => {
    await send({ ...request, UserName: 'margaret.okafor', FirstName: 'Margaret' });
    const [, toInstitution] = await listNewestMessages(test.services, 2);
    expect(toInstitution?.body).toContain('username li.wei');
  });
});

it("a request is refused where the institution doesn't offer it", async () => {
  const closed = await createTestApp();
  try {
    expect((await send(request, await closed.signIn('li.wei'))).statusCode).toBe(403);
  } finally {
    await closed.close();
  }
});
