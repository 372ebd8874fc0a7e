import { deleteAuthenticator } from './authenticators.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { tellSecurityChange } from '#server/identity/users/tell-security-change.ts';
import { endDevicesOfUser } from '#server/identity/sessions/devices.queries.ts';
import { endSessionsOfUser } from '#server/identity/sessions/sessions.queries.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import type { Command } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';

export const forgetAppCommand: Command = {
  name: 'forget-app',
  summary: "Removes a customer's lost authenticator app",
  usage: `Usage: passbook forget-app USERNAME --by NAME

For a customer who has lost both the app and the recovery codes. First verify who
is calling, as carefully as when the login was created. The customer is notified by
email and signed out everywhere, and no device is trusted any longer. Until a new
app is set up, the password is enough, plus an emailed code if the institution
requires one.`,
  async run(args, context) {
    const {
      by,
      rest: [loginName, ...more],
    } = takeOperator(args);
    if (loginName === undefined || more.length > 0) {
      console.error('Usage: passbook forget-app USERNAME --by NAME');
      return 2;
    }
    if (!isNamed(by)) return 2;
    const { database, clock, audit } = context;
    const user = await findUserByLogin(database, loginName);
    if (!user) {
      console.error(`No user named "${loginName}".`);
      return 1;
    }
    const { userId } = user;
    const wasSetUp = await inTransaction(database, async (transaction) => {
      if (!(await deleteAuthenticator(transaction, userId))) return false;
      await endSessionsOfUser(transaction, userId, null, clock.now());
      await endDevicesOfUser(transaction, userId, clock.now());
      await audit.record(transaction, { event: 'authenticator-removed', userId, details: { by } });
      const body = { key: 'securityMail.authenticatorRemovedBody' } as const;
      await tellSecurityChange(context, transaction, { userId, body });
      return true;
    });
    console.log(wasSetUp ? `Removed the authenticator app of ${loginName}.` : `${loginName} has no authenticator app.`);
    return 0;
  },
};
