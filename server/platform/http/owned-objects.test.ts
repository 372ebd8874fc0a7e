import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#common/contract/all-apis.ts';
import type { Endpoint } from '#common/contract/contract.ts';
import type { OwnedObject } from '#common/contract/named-objects.ts';
import { DEMONSTRATION_PASSWORD } from '#demo/demonstration.ts';
import { sealPlannedPaymentHandle } from '#server/payments/schedules/planned-payments-of-loan.ts';
import { hashOfKey } from '#server/payments/submit/submission-request.wire.ts';
import { addLoan } from '#tests/builders/books.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { FOREIGN_ACCOUNT, requestFor, UNKNOWN_ACCOUNT, withValueAt } from '#tests/builders/well-formed-calls.ts';
import { newBankAccount, newCard } from '#tests/builders/well-formed/payment-calls.ts';
import type { WellFormedCall } from '#tests/builders/well-formed/well-formed-call.ts';
import type { ContractKey } from './endpoint.ts';

/** Every place in the contract that names a customer's object. Tickets are tested where they are made. */
const places = (Object.keys(contract) as ContractKey[]).flatMap((key) => {
  const { access, objects = {} } = contract[key] as Endpoint;
  if (access === 'ticket') return [];
  return Object.entries(objects).flatMap(([place, object]) =>
    typeof object === 'string' ? { key, place, object } : [],
  );
});

const HIDDEN_ACCOUNT = '101-005599-9';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const FOREIGN_ID = '00000000-0000-4000-8000-000000000001';

let test: TestApp;
let customer: SignedInCaller;
let visit: string;
/** Objects of other customers, and ones that don't exist. */
let others: Readonly<Record<OwnedObject, { readonly foreign: unknown; readonly unknown: unknown }>>;

beforeAll(async () => {
  test = await createTestApp({
    options: { 'globalOptions.forceManualContactInfoChangesOption': true, 'formOptions.useForms': true },
  });
  await test.signIn('margaret.okafor');
  customer = await test.signIn('li.wei');
  const { database, clock } = test.services;
  await addLoan(database, { number: HIDDEN_ACCOUNT, customerId: '400102' });
  await sql`update accounts set hidden_from_web = true where account_number = ${HIDDEN_ACCOUNT}`.execute(database);
  const one = async (query: RawBuilder<unknown>) => (await query.execute(database)).rows[0] as Record<string, string>;
  const now = clock.now().toString();
  const { user_id: id } = await one(sql`select user_id from users where login_key = 'margaret.okafor'`);
  const card = await one(sql`select profile_id from saved_cards where user_id = ${id}`);
  const recurring = await one(
    sql`select * from recurring_payments join users using (user_id) where login_key <> 'li.wei' limit 1`,
  );
  await sql`update recurring_payments set key_hash = ${hashOfKey(FOREIGN_ID)}
    where recurring_id = ${recurring['recurring_id']}`.execute(database);
  const document = await one(sql`select document_id from documents where customer_id <>
    (select customer_id from users where login_key = 'li.wei') limit 1`);
  const conversation = await one(sql`insert into conversations
    (customer_id, writer_name, writer_email, subject, state, began_at, changed_at)
    values ('400101', 'Margaret Okafor', '', 'Private', 'new', ${now}, ${now}) returning conversation_id`);
  const asked =
    await one(sql`insert into customer_requests (user_id, customer_id, form_key, details_sealed, requested_at)
    values (${id}, '400101', 'document-request',
      ${test.services.cipher.encrypt('{"answers":[]}', 'contact-change:400101')}, ${now}) returning request_id`);
  const session = await one(sql`select session_id from sessions where user_id = ${id}`);
  const device =
    await one(sql`insert into devices (user_id, token_hash, trusted, user_agent, created_at, last_used_at, expires_at)
    values (${id}, ${randomBytes(32)}, true, 'a browser', ${now}, ${now}, ${clock.now().add({ hours: 24 }).toString()}) returning device_id`);
  const passkey = await one(sql`insert into passkeys
    (user_id, user_handle, credential_id, public_key, sign_count, transports, name, created_at)
    values (${id}, ${randomBytes(32)}, 'foreign', ${randomBytes(32)}, 0, '{}', 'A phone', ${now}) returning passkey_id`);
  const setup = await one(sql`insert into card_setups
    (setup_id, user_id, card_token, debit_credit, confirmation_url, created_at)
    values (${FOREIGN_ID}, ${id}, 'tok_foreign', 'DebitCard', 'https://bank.example/1', ${now}) returning setup_id`);
  const handle = sealPlannedPaymentHandle(
    test.services,
    { userId: Number(recurring['user_id']) },
    recurring['account_number'] ?? '',
    { id: recurring['recurring_id'] ?? '', terms: '' },
  );
  others = {
    account: { foreign: FOREIGN_ACCOUNT, unknown: UNKNOWN_ACCOUNT },
    application: { foreign: 'A-502114', unknown: 'A-000000' },
    cardSetup: { foreign: setup['setup_id'], unknown: UNKNOWN_ID },
    paymentMethod: { foreign: card['profile_id'], unknown: UNKNOWN_ID },
    plannedPayment: { foreign: handle, unknown: 'x' },
    receipt: { foreign: recurring['reference_number'], unknown: '9999-9999-9999' },
    submission: { foreign: FOREIGN_ID, unknown: UNKNOWN_ID },
    authorization: { foreign: UNKNOWN_ID, unknown: UNKNOWN_ID },
    document: { foreign: document['document_id'], unknown: UNKNOWN_ID },
    conversation: { foreign: Number(conversation['conversation_id']), unknown: 999_999 },
    request: { foreign: Number(asked['request_id']), unknown: 999_999 },
    statement: { foreign: UNKNOWN_ID, unknown: UNKNOWN_ID },
    passkey: { foreign: Number(passkey['passkey_id']), unknown: 999_999 },
    session: { foreign: Number(session['session_id']), unknown: 999_999 },
    device: { foreign: Number(device['device_id']), unknown: 999_999 },
  };
  const info = await customer.call(requestFor('GET /api/PaymentInformation/GetPaymentInfo'));
  visit = (info.json() as { EncryptedData: string }).EncryptedData;
});

afterAll(() => test.close());

describe("another customer's object gives the same answer as an unknown one", () => {
  it.each(places)('$key, $place', async ({ key, place, object }) => {
    const [foreign, unknown] = await Promise.all(
      [others[object].foreign, others[object].unknown].map((value) =>
        customer.call(requestFor(key, (row) => naming(key, asFarAsPossible(row), place, value))),
      ),
    );
    expect(foreign?.statusCode).toBe(unknown?.statusCode);
    expect(withoutTimes(foreign?.body)).toBe(withoutTimes(unknown?.body));
  });

  it.each(places.filter(({ object }) => object === 'account'))('$key, $place is not found', async ({ key, place }) => {
    const answer = await customer.call(
      requestFor(key, (row) => naming(key, asFarAsPossible(row), place, FOREIGN_ACCOUNT)),
    );
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'NotFound' }] });
  });

  it.each(places.filter(({ object }) => object === 'account'))(
    '$key, $place does not find a loan of their own that they hid',
    async ({ key, place }) => {
      const answer = await customer.call(
        requestFor(key, (row) => naming(key, asFarAsPossible(row), place, HIDDEN_ACCOUNT)),
      );
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'NotFound' }] });
    },
  );

  it('and the object still exists afterwards', async () => {
    const { passkey, device, session, paymentMethod } = others;
    const left = await Promise.all(
      [
        sql`select 1 from passkeys where passkey_id = ${passkey.foreign}`,
        sql`select 1 from devices where device_id = ${device.foreign}`,
        sql`select 1 from sessions where session_id = ${session.foreign} and ended_at is null`,
        sql`select 1 from saved_cards where profile_id = ${paymentMethod.foreign}`,
      ].map(async (query) => (await query.execute(test.services.database)).rows.length),
    );
    expect(left).toEqual([1, 1, 1, 1]);
  });
});

/** Adds the real token of the visit and the real password, so the call fails only for the object. */
function asFarAsPossible(row: WellFormedCall): WellFormedCall {
  const { body } = row;
  if (!body) return row;
  return {
    ...row,
    body: {
      ...body,
      ...('EncryptedData' in body ? { EncryptedData: visit } : {}),
      ...('Token' in body ? { Token: visit } : {}),
      ...('Password' in body ? { Password: DEMONSTRATION_PASSWORD } : {}),
    },
  };
}

/** The call naming an object, with a new method if only that names an account. */
function naming(key: ContractKey, row: WellFormedCall, place: string, value: unknown): WellFormedCall {
  if (place === 'body.Payment.Method.LoanAccountNumber') {
    const method = key.endsWith('Card') ? newCard : newBankAccount;
    return withValueAt(withValueAt(row, 'body.Payment.Method', method), place, value);
  }
  if (place === 'body.AchInfo.LoanAccountNumber') {
    return withValueAt(withValueAt(row, 'body.AchInfo', newBankAccount), place, value);
  }
  return withValueAt(row, place.replaceAll('[]', '.0'), value);
}

function withoutTimes(body: string | undefined): string | undefined {
  return body?.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');
}
