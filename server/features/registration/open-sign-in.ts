import type { HostCustomer } from '#server/host/host.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import {
  findUserByCustomer,
  findUserByLogin,
  insertUsers,
  type SecretQuestion,
} from '#server/platform/users/users.queries.ts';
import { lockCustomer } from './registration.queries.ts';

export interface SignInToOpen {
  readonly customer: HostCustomer;
  readonly loginName: string;
  /** Made before the transaction: it takes a while. */
  readonly passwordHash: string;
  readonly emailIsVerified: boolean;
  readonly question?: SecretQuestion;
  readonly at: Temporal.Instant;
}

/** Gives a customer a sign-in, unless there is one or the name is somebody's. */
export async function openSignIn(
  transaction: Transaction,
  { customer, loginName, passwordHash, emailIsVerified, question, at }: SignInToOpen,
): Promise<number | 'hasSignIn' | 'nameTaken'> {
  await lockCustomer(transaction, customer.customerId);
  if (await findUserByCustomer(transaction, customer.customerId)) return 'hasSignIn';
  if (await findUserByLogin(transaction, loginName)) return 'nameTaken';
  const { customerId, restricted } = customer;
  const user = { loginName, passwordHash, customerId, restricted, emailIsVerified, ...(question ? { question } : {}) };
  const [userId] = await insertUsers(transaction, [user], at);
  if (userId === undefined) throw new Error('A sign-in was written without an id');
  return userId;
}
