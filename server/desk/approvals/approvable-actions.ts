import type { ApprovableAction } from '#common/desk/work.api.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { changeRestriction } from '#server/identity/sign-in/restrict-user.command.ts';
import { findUserById } from '#server/identity/users/users.queries.ts';
import type { Approvable, Approved } from './approvable.ts';

/** Every action that needs a second person. */
export const approvables: Readonly<Record<ApprovableAction, Approvable>> = {
  releaseLogin: { approve: 'approveAccessChanges', run: releaseLogin },
};

/** Opens a restricted login again, once a second person has approved. */
async function releaseLogin({ services, item, by, settle }: Approved): Promise<string | undefined> {
  return inTransaction(services.database, async (transaction) => {
    const user = await findUserById(transaction, Number(item.input['userId']));
    if (!user) return 'The login no longer exists.';
    await settle(transaction);
    await changeRestriction(services, transaction, user, { restricted: false, by });
    return undefined;
  });
}
