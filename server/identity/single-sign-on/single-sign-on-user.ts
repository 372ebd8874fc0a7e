import { failure, type Result, success } from '#common/core/results.ts';
import type { HostCustomer } from '#server/host/host.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { hashPassword } from '#server/platform/crypto/passwords.ts';
import { createToken } from '#server/platform/crypto/random-tokens.ts';
import {
  findUserByCustomer,
  findUserById,
  findUserByLogin,
  insertUsers,
  type PortalUser,
} from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';
import { findUserOfIdentity, insertIdentity } from './single-sign-on.queries.ts';
import type { SignOnToken } from './single-sign-on-token.ts';

export interface SignOnUser {
  readonly user: PortalUser;
  readonly customer: HostCustomer;
}

export type SignOnUserProblem = 'Invalid' | 'Restricted';

/**
 * Who a token speaks of. The first token of a subject must name the customer,
 * which the institution vouches for; from then on the subject is that user, and
 * a token that names another customer is refused. A customer who has no user
 * here yet gets one, since registration is closed under single sign-on.
 */
export async function findSignOnUser(
  services: Services,
  token: SignOnToken,
): Promise<Result<SignOnUser, SignOnUserProblem>> {
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

/** Remembers the subject of a first token, with a new user if the customer has none. */
async function takeIn(services: Services, token: SignOnToken, customerId: string): Promise<PortalUser> {
  const { database, clock, audit } = services;
  const passwordHash = await hashPassword(createToken());
  return inTransaction(database, async (transaction) => {
    const existing = await findUserByCustomer(transaction, customerId);
    const userId = existing?.userId ?? (await insertUser(transaction, token, customerId, passwordHash, clock.now()));
    await insertIdentity(transaction, token, userId);
    await audit.record(transaction, { event: 'sign-on-identity-added', userId, details: { isNewUser: !existing } });
    const user = await findUserById(transaction, userId);
    if (!user) throw new Error('A user who was just found is gone');
    return user;
  });
}

/** With a password that nobody knows: recovery gives them one, should the institution give up single sign-on. */
async function insertUser(
  transaction: Transaction,
  token: SignOnToken,
  customerId: string,
  passwordHash: string,
  at: Temporal.Instant,
): Promise<number> {
  const taken = token.preferredName === undefined || (await findUserByLogin(transaction, token.preferredName));
  const loginName = taken || token.preferredName === undefined ? customerId : token.preferredName;
  const [userId] = await insertUsers(transaction, [{ loginName, customerId, passwordHash }], at);
  if (userId === undefined) throw new Error('A new user has no id');
  return userId;
}
