import type { authenticatorApi } from '#common/identity/authenticator.api.ts';
import { failed, noErrors } from '#common/contract/answers.ts';
import { countRecoveryCodesLeft, findAuthenticator } from './authenticators.queries.ts';
import { forbidden, type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { beginSetup, finishSetup, removeAuthenticator, renewRecoveryCodes } from './authenticator.command.ts';

export const authenticatorHandlers: Handlers<typeof authenticatorApi> = {
  'GET /api/Authenticator': async ({ session, services: { database } }) => {
    const authenticator = await findAuthenticator(database, session.userId);
    return ok({
      ...noErrors,
      IsOn: authenticator !== undefined,
      Since: authenticator?.confirmedAt.toString() ?? null,
      RecoveryCodesLeft: await countRecoveryCodesLeft(database, session.userId),
    });
  },

  'POST /api/Authenticator/BeginSetup': async ({ body, session, services }) => {
    const begun = await beginSetup(services, session, body.Password);
    if (!begun.ok) return forbidden(failed(begun.error));
    return ok({ ...noErrors, Key: begun.value.key, Address: begun.value.address });
  },

  'POST /api/Authenticator/FinishSetup': async ({ body, session, services }) => {
    const finished = await finishSetup(services, session, body.Code.replaceAll(/\s/g, ''));
    return finished.ok ? ok({ ...noErrors, RecoveryCodes: [...finished.value] }) : forbidden(failed(finished.error));
  },

  'POST /api/Authenticator/NewRecoveryCodes': async ({ body, session, services }) => {
    const made = await renewRecoveryCodes(services, session, body.Password);
    return made.ok ? ok({ ...noErrors, RecoveryCodes: [...made.value] }) : forbidden(failed(made.error));
  },

  'POST /api/Authenticator/Remove': async ({ body, session, services }) => {
    const removed = await removeAuthenticator(services, session, body.Password);
    return removed.ok ? ok(noErrors) : forbidden(failed(removed.error));
  },
};
