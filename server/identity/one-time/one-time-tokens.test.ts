import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/db/database.ts';
import { deleteOutdated } from '#server/platform/jobs/retention.queries.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { createLink, findLink, findToken, hasOpenLink, insertToken, consumeToken } from './one-time-tokens.queries.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const owner = { userId: null, customerId: '400104' };

function invite(details: Record<string, string> = { loginName: 'nora.lindqvist' }): Promise<string> {
  const { database, clock } = test.services;
  return inTransaction(database, (transaction) => createLink(transaction, 'activate', owner, clock.now(), details));
}

const findInvitation = (token: string) =>
  findLink(test.services.database, 'activate', token, test.services.clock.now());

describe('a link in a message', () => {
  it('gives its details only to the person who has it', async () => {
    const token = await invite();
    expect(await findInvitation(token)).toMatchObject({ ...owner, details: { loginName: 'nora.lindqvist' } });
    const { rows } = await sql<{ text: string; sealed: Uint8Array }>`
      select one_time_tokens::text as text, details_sealed as sealed from one_time_tokens`.execute(
      test.services.database,
    );
    const stored = rows.map(({ text, sealed }) => `${text} ${Buffer.from(sealed).toString('latin1')}`).join();
    expect(stored).toContain('400104');
    expect(stored).not.toContain('nora.lindqvist');
    expect(stored).not.toContain(token);
  });

  it('stops working when a newer one is sent', async () => {
    const first = await invite();
    const second = await invite();
    expect(await findInvitation(first)).toBeUndefined();
    expect(await findInvitation(second)).toBeDefined();
  });

  it('works for its own purpose only', async () => {
    const token = await invite();
    const { database, clock } = test.services;
    expect(await findLink(database, 'verifyEmail', token, clock.now())).toBeUndefined();
    expect(await findToken(database, 'ticket', token, clock.now())).toBeUndefined();
  });

  it('is used up by one of several parallel clicks', async () => {
    const { database, clock } = test.services;
    const link = await findInvitation(await invite());
    const uses = await Promise.all([1, 2, 3].map(() => consumeToken(database, link?.tokenId ?? 0, clock.now())));
    expect(uses.filter(Boolean)).toHaveLength(1);
    expect(await hasOpenLink(database, 'activate', owner.customerId, clock.now())).toBe(false);
  });
});

it('an expired token is refused and then deleted', async () => {
  const { database, clock } = test.services;
  const life = { seconds: 60 };
  const token = await insertToken(database, { purpose: 'recovery', userId: null, life }, clock.now());
  const later = clock.now().add({ seconds: 60 });
  expect(await findToken(database, 'recovery', token, later)).toBeUndefined();
  await deleteOutdated(database, later.add({ seconds: 1 }));
  const { rows } = await sql`select 1 from one_time_tokens where purpose = 'recovery'`.execute(database);
  expect(rows).toEqual([]);
});
