import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IDEMPOTENCY_HEADER } from '#common/contract/idempotency-header.ts';
import { deskContract } from '#common/desk/all-desk-apis.ts';
import type { DeskEndpoint } from '#common/desk/desk-contract.ts';
import { composeMail } from '#server/messages/compose-mail.ts';
import { enqueueMessage, listNewestMessages } from '#server/messages/outbox.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { smallPdf } from '#tests/builders/uploads.ts';
import type { DeskKey } from './desk-endpoint.ts';

type PostKey = Extract<DeskKey, `POST ${string}`>;
type KeyedKey = { [Key in PostKey]: (typeof deskContract)[Key] extends { keyed: true } ? Key : never }[PostKey];

/** Why a call that isn't keyed does nothing more when it arrives twice. */
type Guard =
  /** It only shows something; each look has its own entry in the audit log. */
  | 'reads'
  /** The same request can be open once (`work_items_open_once`). */
  | 'open once'
  /** The first call changes the state it needs, or what it says was seen, so the second one is refused. */
  | 'state'
  /** Afterwards everything is as after the first. */
  | 'same again'
  /** It spends a one-use secret. */
  | 'secret'
  /** Signing in, out, or as a customer: each time of its own. */
  | 'visit';

const guards: Readonly<Record<Exclude<PostKey, KeyedKey>, Guard>> = {
  'POST /api/desk/access/unlock': 'same again',
  'POST /api/desk/access/end-sessions': 'same again',
  'POST /api/desk/access/forget-devices': 'same again',
  'POST /api/desk/access/restrict': 'same again',
  'POST /api/desk/access/ask-release': 'open once',
  'POST /api/desk/access/reset-second-factor': 'state',
  'POST /api/desk/access/remove-passkeys': 'state',
  'POST /api/desk/access/ask-email': 'open once',
  'POST /api/desk/access/withdraw-email': 'state',
  'POST /api/desk/access/cancel-links': 'same again',
  'POST /api/desk/charge-off/ask': 'open once',
  'POST /api/desk/charge-off/ask-to-reverse': 'open once',
  'POST /api/desk/credit-files/ask': 'open once',
  'POST /api/desk/credit-files/file': 'state',
  'POST /api/desk/customer-hold/place': 'same again',
  'POST /api/desk/customer-hold/ask-lift': 'open once',
  'POST /api/desk/customer-hold/ask-lift-with-logins': 'open once',
  'POST /api/desk/customers/find': 'reads',
  'POST /api/desk/customers/open': 'reads',
  'POST /api/desk/customer/reveal': 'reads',
  'POST /api/desk/customer/show-account': 'state',
  'POST /api/desk/day/acknowledge': 'state',
  'POST /api/desk/day/ask-file': 'open once',
  'POST /api/desk/day/ask-refusal': 'open once',
  'POST /api/desk/day/file': 'state',
  'POST /api/desk/drafts/release': 'state',
  'POST /api/desk/drafts/cancel': 'state',
  'POST /api/desk/deferral/defer': 'state',
  'POST /api/desk/uploads/review': 'state',
  'POST /api/desk/documents/withdraw': 'state',
  'POST /api/desk/draws/ask': 'open once',
  'POST /api/desk/draws/ask-bank-credit': 'open once',
  'POST /api/desk/due-date/change': 'state',
  'POST /api/desk/entry/begin-passkey': 'reads',
  'POST /api/desk/entry/passkey': 'secret',
  'POST /api/desk/entry/begin-enrollment': 'reads',
  'POST /api/desk/entry/enroll': 'secret',
  'POST /api/desk/entry/demonstration': 'visit',
  'POST /api/desk/begin-confirmation': 'reads',
  'POST /api/desk/confirm': 'secret',
  'POST /api/desk/sign-out': 'visit',
  'POST /api/desk/health/verify-audit': 'reads',
  'POST /api/desk/hold-code/change': 'state',
  'POST /api/desk/holds/change': 'state',
  'POST /api/desk/inbox/find': 'reads',
  'POST /api/desk/inbox/assign': 'same again',
  'POST /api/desk/inbox/sort': 'same again',
  'POST /api/desk/inbox/close': 'state',
  'POST /api/desk/inbox/reopen': 'state',
  'POST /api/desk/late-charges/waive': 'state',
  'POST /api/desk/ledger/export': 'reads',
  'POST /api/desk/ledger/trial-balance': 'reads',
  'POST /api/desk/year-end/export': 'reads',
  'POST /api/desk/lien/release': 'state',
  'POST /api/desk/lien/withdraw': 'state',
  'POST /api/desk/messages/drop': 'state',
  'POST /api/desk/moved-payments/ask': 'open once',
  'POST /api/desk/overpayments/ask-to-pay-out': 'open once',
  'POST /api/desk/overpayments/ask-bank-credit': 'open once',
  'POST /api/desk/overpayments/ask-to-stop': 'open once',
  'POST /api/desk/overpayments/ask-release-account': 'open once',
  'POST /api/desk/payments/find': 'reads',
  'POST /api/desk/payments/settle': 'state',
  'POST /api/desk/payments/cancel': 'state',
  'POST /api/desk/payments/ask-refund': 'open once',
  'POST /api/desk/payments/ask-release-account': 'open once',
  'POST /api/desk/payments/stop-schedule': 'state',
  'POST /api/desk/rate/ask': 'open once',
  'POST /api/desk/rate/ask-withdraw': 'open once',
  // The reference of the check or wire is taken.
  'POST /api/desk/received-payments/receive': 'state',
  'POST /api/desk/received-payments/ask-to-take-back': 'open once',
  'POST /api/desk/reports/export': 'reads',
  'POST /api/desk/requests/approve': 'state',
  'POST /api/desk/requests/decline': 'state',
  'POST /api/desk/returns/preview': 'reads',
  'POST /api/desk/returns/ask': 'open once',
  'POST /api/desk/returns/take': 'state',
  'POST /api/desk/returns/drop': 'state',
  'POST /api/desk/corrections/show': 'reads',
  'POST /api/desk/corrections/apply': 'state',
  'POST /api/desk/corrections/dismiss': 'state',
  'POST /api/desk/staff/role': 'same again',
  'POST /api/desk/staff/end': 'state',
  'POST /api/desk/staff/reopen': 'state',
  'POST /api/desk/view/begin': 'visit',
  'POST /api/desk/approvals/approve': 'state',
  'POST /api/desk/approvals/decline': 'state',
  'POST /api/desk/approvals/withdraw': 'state',
};

const customerId = '400102';
const reason = 'Asked by phone';
const attached = { fileName: 'Notice.pdf', content: Buffer.from(smallPdf.content).toString('base64') };
const file = { ...attached, reason };

let test: TestApp;
let agent: DeskCaller;
let operations: DeskCaller;
let administrator: DeskCaller;

beforeAll(async () => {
  test = await createTestApp({ ...withDesk, options: { 'messageOptions.secureMessages': true } });
  await test.signIn('li.wei');
  [agent, operations] = [await enterDesk(test, 'agent'), await enterDesk(test, 'operations')];
  administrator = await enterDesk(test, 'administrator');
  for (const caller of [agent, operations]) await caller.open(customerId);
  await agent.open('400121');
  for (const caller of [operations, administrator]) await caller.confirm();
});

afterAll(() => test.close());

const topic = () => test.services.institution.options['messageOptions.topics'][0] ?? '';

async function begin(subject: string): Promise<number> {
  const body = { customerId, topic: topic(), subject, text: 'Please call us', reason };
  return (await agent.post('/api/desk/inbox/begin', body)).json().conversationId;
}

interface Sent {
  readonly by: () => DeskCaller;
  readonly body: () => object | Promise<object>;
}

const keyedCalls: Readonly<Record<KeyedKey, Sent>> = {
  'POST /api/desk/access/send-link': {
    by: () => agent,
    async body() {
      const { logins } = (await agent.get(`/api/desk/customer?customerId=${customerId}`)).json();
      return { customerId, userId: logins[0].userId, link: 'resetPassword', reason };
    },
  },
  'POST /api/desk/access/invite': {
    by: () => agent,
    body: () => ({ customerId: '400121', loginName: 'harriet.lowell', reason }),
  },
  'POST /api/desk/customer/note': { by: () => agent, body: () => ({ customerId, text: 'Called about the payoff' }) },
  'POST /api/desk/credit-files/make': { by: () => operations, body: () => ({ month: '2026-10', reason }) },
  'POST /api/desk/documents/deliver': { by: () => operations, body: () => ({ customerId, ...file }) },
  'POST /api/desk/documents/deliver-to-list': {
    by: () => operations,
    body: () => ({ customerIds: [customerId, '400103'], ...file }),
  },
  'POST /api/desk/inbox/answer': {
    by: () => agent,
    async body() {
      const conversationId = await begin('Your title');
      const address = `/api/desk/conversation?conversationId=${conversationId}&customerId=${customerId}`;
      const { lastEntryId } = (await agent.get(address)).json();
      return { customerId, conversationId, text: 'We found it.', lastEntryId, next: 'customer' };
    },
  },
  'POST /api/desk/inbox/attach': {
    by: () => agent,
    body: async () => ({ customerId, conversationId: await begin('Your form'), ...attached }),
  },
  'POST /api/desk/inbox/note': {
    by: () => agent,
    body: async () => ({ customerId, conversationId: await begin('Your car'), text: 'Has called twice' }),
  },
  'POST /api/desk/inbox/begin': {
    by: () => agent,
    body: () => ({ customerId, topic: topic(), subject: 'Your loan', text: 'Please call us', reason }),
  },
  'POST /api/desk/messages/send-again': {
    by: () => agent,
    async body() {
      const { services, clock } = test;
      const customer = await services.host.findCustomer(customerId);
      const mail = composeMail(services.institution, {
        occasion: `opened-${crypto.randomUUID()}`,
        recipient: customer?.emailAddress ?? '',
        customerId,
        subject: { key: 'documentMail.deliveredSubject' },
        body: { key: 'documentMail.deliveredBody', values: { name: 'Li Wei' } },
      });
      if (!mail) throw new Error('The email is not sent');
      await inTransaction(services.database, (transaction) => enqueueMessage(services, transaction, mail, clock.now()));
      const { messageId } = await services.database
        .updateTable('outbox_messages')
        .set({ sent_at: clock.now().toString() })
        .where('occasion', '=', mail.occasion)
        .returning('message_id as messageId')
        .executeTakeFirstOrThrow();
      return { customerId, messageId, reason };
    },
  },
  'POST /api/desk/staff/invite': {
    by: () => administrator,
    body: () => ({ emailAddress: 'new@harbor.example', name: 'New Person', role: 'agent', reason }),
  },
};

function send(call: KeyedKey, by: DeskCaller, payload: object, key: string) {
  const headers = { [IDEMPOTENCY_HEADER]: key };
  return by.call({ method: 'POST', url: call.replace('POST ', ''), headers, payload });
}

async function done(call: KeyedKey) {
  const mails = (await listNewestMessages(test.services, 100)).length;
  const { rows } = await sql<{ tasks: number; documents: number }>`
    select (select count(*) from host_tasks) as tasks, (select count(*) from documents) as documents`.execute(
    test.services.database,
  );
  const entries = (await auditOf(test, deskContract[call].records)).length;
  return { entries, mails, ...rows[0] };
}

describe('a call of the desk that arrives twice', () => {
  it('is keyed, or has a guard of its own', () => {
    const posts = Object.entries<DeskEndpoint>(deskContract).filter(([call]) => call.startsWith('POST '));
    const keyed = posts.filter((post) => post[1].keyed).map(([call]) => call);
    const others = posts.filter((post) => !post[1].keyed).map(([call]) => call);
    expect(keyed.toSorted()).toEqual(Object.keys(keyedCalls).toSorted());
    expect(others.toSorted()).toEqual(Object.keys(guards).toSorted());
  });

  it.each(Object.entries(keyedCalls) as [KeyedKey, Sent][])('acts once with its key: %s', async (call, sent) => {
    const [by, body, key] = [sent.by(), await sent.body(), crypto.randomUUID()];
    const before = await done(call);
    const first = await send(call, by, body, key);
    expect([first.statusCode, first.json().error]).toEqual([200, undefined]);
    const after = await done(call);
    expect(after.entries).toBe(before.entries + 1);
    const [second, third] = await Promise.all([send(call, by, body, key), send(call, by, body, key)]);
    expect([second.statusCode, second.json(), third.json()]).toEqual([200, first.json(), first.json()]);
    expect(await done(call)).toEqual(after);
  });
});

const note = 'POST /api/desk/customer/note';

it('the key of a submission is refused for another one, and means nothing to a colleague', async () => {
  const key = crypto.randomUUID();
  const before = await done(note);
  expect((await send(note, agent, { customerId, text: 'First' }, key)).json()).toEqual({});
  const other = await send(note, agent, { customerId, text: 'Second' }, key);
  expect([other.statusCode, other.json()]).toEqual([422, { error: 'KeyReused' }]);
  expect((await send(note, operations, { customerId, text: 'First' }, key)).json()).toEqual({});
  expect((await done(note)).entries).toBe(before.entries + 2);
});

it('a repeated call still needs the right to make it', async () => {
  const key = crypto.randomUUID();
  const body = { customerId, text: 'Before signing out' };
  const leaving = await enterDesk(test, 'agent');
  await leaving.open(customerId);
  expect((await send(note, leaving, body, key)).json()).toEqual({});
  const again = await enterDesk(test, 'agent');
  expect((await send(note, again, body, key)).json()).toEqual({ error: 'OpenFirst' });
});

describe('a call that is sent again after its process died', () => {
  /** Every answer that is not saved with the change is lost, as if the process had died in between. */
  async function dieAfterTheChange(): Promise<void> {
    await sql`
      create function die_after_the_change() returns trigger language plpgsql as $$
      begin
        if not exists (select from audit_log where xmin = pg_current_xact_id()::xid) then
          raise exception 'died';
        end if;
        return null;
      end $$`.execute(test.services.database);
    await sql`
      create constraint trigger dies after update on keyed_answers deferrable initially deferred
      for each row execute function die_after_the_change()`.execute(test.services.database);
  }

  async function live(): Promise<void> {
    await sql`drop trigger dies on keyed_answers`.execute(test.services.database);
    await sql`drop function die_after_the_change`.execute(test.services.database);
    await sql`update keyed_answers set claimed_until = now() - interval '1 second' where claimed_until is not null`.execute(
      test.services.database,
    );
  }

  it.each(Object.entries(keyedCalls) as [KeyedKey, Sent][])('has acted once: %s', async (call, sent) => {
    const [by, body, key] = [sent.by(), await sent.body(), crypto.randomUUID()];
    await dieAfterTheChange();
    try {
      expect((await send(call, by, body, key)).statusCode).toBe(500);
    } finally {
      await live();
    }
    const after = await done(call);
    expect((await send(call, by, body, key)).statusCode).toBe(200);
    expect(await done(call)).toEqual(after);
  });

  it('delivers a document only to those of a list who do not have it yet', async () => {
    const list = 'POST /api/desk/documents/deliver-to-list';
    const { database } = test.services;
    const [key, body] = [crypto.randomUUID(), { customerIds: [customerId, '400103'], ...file }];
    expect((await send(list, operations, body, key)).json()).toMatchObject({ delivered: 2 });
    const documentsOf = async (of: string) => {
      const { rows } = await sql<{ id: string }>`
        select document_id as id from documents where customer_id = ${of} order by 1`.execute(database);
      return rows.map(({ id }) => id);
    };
    const before = [await documentsOf(customerId), await documentsOf('400103')];
    // The process died while it stored the second one.
    await sql`update documents set stored_at = null where customer_id = '400103'`.execute(database);
    await sql`update keyed_answers set status = null, answer = null, claimed_until = now() - interval '1 second'`.execute(
      database,
    );
    expect((await send(list, operations, body, key)).json()).toMatchObject({ delivered: 2, left: [] });
    expect([await documentsOf(customerId), await documentsOf('400103')]).toEqual(before);
    const { rows } = await sql`select from documents where customer_id = '400103' and stored_at is not null`.execute(
      database,
    );
    expect(rows).toHaveLength(1);
  });
});
