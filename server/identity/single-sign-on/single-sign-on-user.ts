import { failure, type Result, success } from '#common/core/results.ts';
import type { HostCustomer } from '#server/host/host.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { hashPassword } from '#server/platform/crypto/passwords.ts';
import { createToken } from '#server/platform/crypto/random-tokens.ts';
import {
  findUserByCustomer,
  findUserById,
  findUserByLogin,
  type PortalUser,
} from '#server/identity/users/users.queries.ts';
import { openUser } from '#server/identity/users/imported-users.queries.ts';
import type { Services } from '#server/services.ts';
import { findUserOfIdentity, insertIdentity } from './single-sign-on.queries.ts';
import type { SingleSignOnToken } from './single-sign-on-token.ts';

export interface SingleSignOnUser {
  readonly user: PortalUser;
  readonly customer: HostCustomer;
}

export type SingleSignOnUserProblem = 'Invalid' | 'Restricted';

/**
 * Returns the user of a token. A subject's first token must name the customer; after that the subject is bound to that
 * user, and a token naming another customer is refused. A customer without a user gets one, because registration is
 * closed under single sign-on.
 */
export async function findSingleSignOnUser(
  services: Services,
  token: SingleSignOnToken,
): Promise<Result<SingleSignOnUser, SingleSignOnUserProblem>> {
  const { database, host } = services;
  const userId = await findUserOfIdentity(database, token);
  const known = userId === undefined ? undefined : await findUserById(database, userId);
  const customerId = known?.customerId ?? token.customerId;
  if (customerId === undefined || (token.customerId ?? customerId) !== customerId) return failure('Invalid');
  const customer = await host.findCustomer(customerId);
  if (!customer) return failure('Invalid');
  const user = known ?? (await takeIn(services, token, customerId));
  return user.restricted ? failure('Restricted') : success({ user, customer });
}

async function takeIn(services: Services, token: SingleSignOnToken, customerId: string): Promise<PortalUser> {
  const { database, clock, audit } = services;
  const passwordHash = await hashPassword(createToken());
  return inTransaction(database, async (transaction) => {
    const existing = await findUserByCustomer(transaction, customerId);
    const userId = existing?.userId ?? (await insertUser(transaction, token, customerId, passwordHash, clock.now()));
    await insertIdentity(transaction, token, userId);
    await audit.record(transaction, { event: 'sign-on-identity-added', userId, details: { isNewUser: !existing } });
    const user = await findUserById(transaction, userId);
    if (!user) throw new Error('A user found earlier in this request was not found again');
    return user;
  });
}

/** Sets a random password; if the institution gives up single sign-on, recovery sets a real one. */
async function insertUser(
  transaction: Transaction,
  token: SingleSignOnToken,
  customerId: string,
  passwordHash: string,
  at: Temporal.Instant,
): Promise<number> {
  const taken = token.preferredName === undefined || (await findUserByLogin(transaction, token.preferredName));
  const loginName = taken || token.preferredName === undefined ? customerId : token.preferredName;
  return openUser(transaction, { loginName, customerId, passwordHash }, at);
}
