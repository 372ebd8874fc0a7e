import { deleteAuthenticator } from './authenticators.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { tellSecurityChange } from '#server/identity/users/tell-security-change.ts';
import { endSessionsOfUser } from '#server/identity/sessions/sessions.queries.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import type { Command } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';

export const forgetAppCommand: Command = {
  name: 'forget-app',
  summary: 'No longer asks a customer for the codes of an authenticator app that is lost',
  usage: `passbook forget-app LOGIN --by NAME

For a customer who has lost both the app and the recovery codes, once it is sure
who is calling: as sure as when the login was made. The customer is told by mail,
and signed out everywhere. Until a new app is set up, the password does, with a
code by e-mail where the institution asks for one.`,
  async run(args, context) {
    const {
      by,
      rest: [loginName, ...more],
    } = takeOperator(args);
    if (loginName === undefined || more.length > 0) {
      console.error('Say the login name, and nothing else.');
      return 2;
    }
    if (!isNamed(by)) return 2;
    const { database, clock, audit } = context;
    const user = await findUserByLogin(database, loginName);
    if (!user) {
      console.error(`Nobody has the login name ${loginName}.`);
      return 1;
    }
    const { userId } = user;
    const wasSetUp = await inTransaction(database, async (transaction) => {
      if (!(await deleteAuthenticator(transaction, userId))) return false;
      await endSessionsOfUser(transaction, userId, null, clock.now());
      await audit.record(transaction, { event: 'authenticator-removed', userId, details: { by } });
      const body = 'securityMail.authenticatorRemovedBody';
      await tellSecurityChange(context, transaction, { userId, body });
      return true;
    });
    console.log(wasSetUp ? `${loginName} is no longer asked for an app.` : `${loginName} has set up no app.`);
    return 0;
  },
};
