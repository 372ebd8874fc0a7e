import { listLogins, recordLogin } from '#server/identity/sign-in/sign-in.queries.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

/** Sign-ins before what the people of the demonstration did since their first visit; each person's oldest first. */
const visits: readonly { readonly loginName: string; readonly minutesAgo: number }[] = [
  { loginName: 'li.wei', minutesAgo: 50 * 60 + 15 },
  { loginName: 'margaret.okafor', minutesAgo: 26 * 60 + 20 },
  { loginName: 'margaret.okafor', minutesAgo: 20 * 60 + 10 },
  { loginName: 'margaret.okafor', minutesAgo: 15 },
  { loginName: 'dee.blocked', minutesAgo: 9 * 60 + 5 },
  { loginName: 'dee.blocked', minutesAgo: 7 * 60 + 10 },
  { loginName: 'sam.rivera', minutesAgo: 15 },
];

/** Called once, with the staff, so that a customer's timeline has a sign-in before each act. */
export async function seedDemonstrationVisits({ clock }: Services, transaction: Transaction): Promise<void> {
  for (const { loginName, minutesAgo } of visits) {
    await recordVisit(transaction, loginName, clock.now().subtract({ minutes: minutesAgo }));
  }
}

/** Records a sign-in, unless there is one since then. */
export async function recordVisit(transaction: Transaction, loginName: string, at: Temporal.Instant): Promise<void> {
  const user = await findUserByLogin(transaction, loginName);
  // Someone may have removed the login since an older version made it.
  if (!user) return;
  const [last] = await listLogins(transaction, user.userId, 1);
  if (last && Temporal.Instant.compare(last.at, at) >= 0) return;
  await recordLogin(transaction, user.userId, { at, ipAddress: '198.51.100.24' });
}
