import type { HostCustomer } from '#server/host/host.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { endSessionsOfUser } from '#server/identity/sessions/sessions.queries.ts';
import {
  isUnconfirmedRegistration,
  takeUnconfirmedRegistration,
} from '#server/identity/users/unconfirmed-registrations.queries.ts';
import {
  findUserByCustomer,
  findUserByLogin,
  type NewUser,
  type SecretQuestion,
} from '#server/identity/users/users.queries.ts';
import { openUser } from '#server/identity/users/imported-users.queries.ts';
import { lockCustomer, replaceSignIn } from './registration.queries.ts';

export interface SignInToOpen {
  readonly customer: HostCustomer;
  readonly loginName: string;
  /** Hashed before the transaction, because it is slow. */
  readonly passwordHash: string;
  readonly emailIsVerified: boolean;
  readonly question?: SecretQuestion;
  readonly at: Temporal.Instant;
}

/**
 * Creates a customer's login, unless one exists or the username is taken. Replaces a registration that was never
 * confirmed, since that may come from someone who only knows the customer's data.
 */
export async function openSignIn(
  transaction: Transaction,
  { customer, loginName, passwordHash, emailIsVerified, question, at }: SignInToOpen,
): Promise<number | 'hasSignIn' | 'nameTaken'> {
  await lockCustomer(transaction, customer.customerId);
  const known = await findUserByCustomer(transaction, customer.customerId);
  if (known && !(await isUnconfirmedRegistration(transaction, known.userId))) return 'hasSignIn';
  const owner = await findUserByLogin(transaction, loginName);
  if (owner && owner.userId !== known?.userId) return 'nameTaken';
  const { customerId, restricted } = customer;
  const user: NewUser = {
    loginName,
    passwordHash,
    customerId,
    restricted,
    emailIsVerified,
    ...(question ? { question } : {}),
  };
  if (known) {
    await takeUnconfirmedRegistration(transaction, known.userId);
    await endSessionsOfUser(transaction, known.userId, null, at);
    await replaceSignIn(transaction, known.userId, user, at);
    return known.userId;
  }
  return openUser(transaction, user, at);
}
