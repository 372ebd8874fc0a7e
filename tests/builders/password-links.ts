import { inTransaction } from '#server/platform/db/database.ts';
import { createLink } from '#server/identity/one-time/one-time-tokens.queries.ts';
import { findUserByLogin, type PortalUser } from '#server/identity/users/users.queries.ts';
import type { TestApp } from './test-app.ts';

export async function getUser({ services }: TestApp, loginName: string): Promise<PortalUser> {
  const user = await findUserByLogin(services.database, loginName);
  if (!user) throw new Error(`There is no user ${loginName}`);
  return user;
}

export async function createResetLink(test: TestApp, loginName: string): Promise<string> {
  const user = await getUser(test, loginName);
  return inTransaction(test.services.database, (transaction) =>
    createLink(transaction, 'resetPassword', user, test.clock.now()),
  );
}
