import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, test as check } from 'vitest';
import { z } from 'zod';
import { deskContract } from '#common/desk/all-desk-apis.ts';
import type { DeskEndpoint } from '#common/desk/desk-contract.ts';
import { deskRoles, mayDo } from '#common/desk/permissions.ts';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { insertNote } from '#server/desk/customers/customer-notes.queries.ts';
import { assertDeskContract } from '#server/desk/serve-desk.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { DeskHandler } from './desk-endpoint.ts';
import { runDeskCall } from './run-desk-call.ts';

let test: TestApp;
const callers = new Map<string, DeskCaller>();

beforeAll(async () => {
  test = await createTestApp(withDesk);
  for (const role of deskRoles) callers.set(role, await enterDesk(test, role));
});

afterAll(() => test.close());

const endpoints = Object.entries(deskContract) as [string, DeskEndpoint][];
const refusedCalls: string[] = [];
const closed = endpoints.filter(([, { may }]) => may !== 'everyone');

describe.each(deskRoles)('a person with the role %s', (role) => {
  check.each(closed.filter(([key]) => !key.endsWith('/sign-out')))(
    'may call %s exactly if the table says so',
    async (key, endpoint) => {
      const [method, url = ''] = key.split(' ');
      const answer = await callers.get(role)?.call({
        method: method === 'GET' ? 'GET' : 'POST',
        url,
        ...(method === 'GET' ? {} : { payload: {} }),
      });
      const needed = [endpoint.may, ...(endpoint.andMay ? [endpoint.andMay] : [])];
      const permitted = needed.every((may) => may === 'staff' || (may !== 'everyone' && mayDo(role, may)));
      if (permitted) expect(answer?.json()).not.toEqual({ error: 'NotPermitted' });
      else {
        expect([answer?.statusCode, answer?.json()]).toEqual([403, { error: 'NotPermitted' }]);
        refusedCalls.push(key);
      }
    },
  );
});

check.each(closed)('no one calls %s without signing in', async (key) => {
  const [method, url = ''] = key.split(' ');
  const answer = await test.app.inject({
    method: method === 'GET' ? 'GET' : 'POST',
    url,
    headers: { 'passbook-desk': '1' },
    ...(method === 'GET' ? {} : { payload: {} }),
  });
  expect(answer.statusCode).toBe(401);
});

it('each refused call leaves one entry in the audit log', async () => {
  const entries = (await auditOf(test, 'desk-refused')) as readonly {
    readonly call?: string;
    readonly code?: string;
  }[];
  const recorded = entries.filter(({ code }) => code === 'NotPermitted').map(({ call }) => call);
  expect(refusedCalls.length).toBeGreaterThan(50);
  expect(recorded).toEqual(refusedCalls);
});

it('text that can not be stored is refused, not failed on', async () => {
  const agent = callers.get('agent');
  const body = { customerId: '400101', reason: 'Half of an emoji: \ud83d' };
  const answer = await agent?.post('/api/desk/customers/open', body);
  expect([answer?.statusCode, answer?.json()]).toEqual([400, { error: 'InvalidInput' }]);
});

it('a change without its audit entry is rolled back', async () => {
  const agent = callers.get('agent');
  await agent?.open('400101');
  const server = fastify();
  await server.register(cookie);
  const key = 'POST /api/desk/customer/note';
  const forgetful: DeskHandler<typeof key> = async ({ services, session, body: { customerId, text } }) => {
    const note = { customerId, staffId: session.staffId, text };
    await inTransaction(services.database, (transaction) =>
      insertNote(services, transaction, note, services.clock.now()),
    );
    return {};
  };
  server.post('/note', (request, reply) => runDeskCall(key, forgetful, { services: test.services, request, reply }));
  const answer = await server.inject({
    method: 'POST',
    url: '/note',
    headers: { 'passbook-desk': '1', cookie: agent?.cookie ?? '' },
    payload: { customerId: '400101', text: 'Nobody knows who wrote this.' },
  });
  await server.close();
  expect([answer.statusCode, answer.json().message]).toEqual([
    500,
    `${key} has not written its audit entry desk-note-added`,
  ]);
  expect((await agent?.get('/api/desk/customer?customerId=400101'))?.json().notes).toEqual([]);
});

/**
 * Lists that name customers although none is open: they say what waits, for whom, and since when, so that someone can
 * choose what to open (docs/desk.md). Everything else about a customer needs a reason first.
 */
const workLists = [
  'POST /api/desk/customers/find',
  'GET /api/desk/approvals',
  'GET /api/desk/audit',
  'GET /api/desk/day',
  'GET /api/desk/days',
  'GET /api/desk/health',
  'GET /api/desk/inbox',
  'POST /api/desk/inbox/find',
  'GET /api/desk/liens',
  'GET /api/desk/overpayments',
  'POST /api/desk/payments/find',
  'GET /api/desk/requests',
  'POST /api/desk/returns/preview',
  'POST /api/desk/returns/take',
  'GET /api/desk/uploads',
];

it('only lists of work name customers who are not open', () => {
  const namesCustomers = endpoints
    .filter(([, { objects = {} }]) => !Object.values(objects).includes('customer'))
    .filter(([, { answer }]) =>
      JSON.stringify(z.toJSONSchema(answer, { unrepresentable: 'any', io: 'output' })).includes('customerId'),
    );
  expect(namesCustomers.map(([key]) => key).toSorted()).toEqual(workLists.toSorted());
});

describe('the server does not start', () => {
  const sound = deskContract['POST /api/desk/access/unlock'];

  it.each<[string, unknown]>([
    ['who may call it', { ...sound, may: undefined }],
    ['its audit entry', { ...sound, records: undefined }],
    ['its identifying inputs', { ...sound, objects: {} }],
  ])('with a call that does not declare %s', (_what, endpoint) => {
    const contract = { 'POST /api/desk/access/unlock': endpoint as DeskEndpoint };
    expect(() => assertDeskContract(contract)).toThrow('POST /api/desk/access/unlock');
  });

  it('with a call open to everyone that is not for signing in', () => {
    const open = { 'GET /api/desk/customer': { ...deskContract['GET /api/desk/customer'], may: 'everyone' } } as const;
    expect(() => assertDeskContract(open)).toThrow('open to everyone');
  });
});
