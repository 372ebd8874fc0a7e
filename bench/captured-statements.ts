import { loadInstitution } from '#server/institution/load-institution.ts';
import { createEmbeddedHost } from '#server/host/books/embedded-host.ts';
import { createClock } from '#server/platform/clock.ts';
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts';
import { openPostgres } from '#server/platform/db/open-database.ts';
import { type Statement, watchStatements } from '#tests/support/watch-statements.ts';
import { createSession, findSession, type SessionTokens } from '#server/identity/sessions/sessions.queries.ts';

/** A signed-in customer, and the statements our server runs for their account list. */
export interface StatementsOfCustomer {
  readonly tokens: SessionTokens;
  readonly statements: readonly Statement[];
}

/** Signs up to `limit` customers in and records the statements of their account lists. */
export async function captureAccountList(databaseUrl: string, limit: number): Promise<StatementsOfCustomer[]> {
  const institution = await loadInstitution('institutions/harbor');
  const clock = createClock(institution.timeZone);
  const watch = watchStatements();
  const { database, close } = openPostgres(databaseUrl);
  // The account list reads no sealed data, so any key works.
  const host = createEmbeddedHost(database, institution, createFieldCipher(new Uint8Array(32)));
  try {
    // Always the same ones: with many users, the first rows are others than with few.
    const users = await database
      .selectFrom('users')
      .selectAll()
      .where('restricted', '=', false)
      .orderBy('user_id')
      .limit(limit)
      .execute();
    const customers: StatementsOfCustomer[] = [];
    for (const { user_id: userId, customer_id: customerId } of users) {
      const session = { userId, customerId, companyNumber: 0, ipAddress: '127.0.0.1', at: clock.now() };
      const tokens = await createSession(database, session);
      watch.takeStatements();
      const found = await findSession(database, tokens.cookie, tokens.userToken, clock.now());
      if (!found) throw new Error('A new session was not found');
      await host.listAccounts(customerId, clock.today());
      customers.push({ tokens, statements: watch.takeStatements() });
    }
    return customers;
  } finally {
    watch.stop();
    await close();
  }
}
