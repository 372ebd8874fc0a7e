import { findKnownCustomer } from '#server/identity/sessions/known-customer.ts';
import { failed, noErrors } from '#common/contract/answers.ts';
import type { signInApi } from '#common/identity/sign-in.api.ts';
import { listAgreementRecords } from '#server/institution/agreements/agreements.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { forbidden, type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { isUnderMaintenance } from '#server/institution/operating-state.queries.ts';
import { isTrustedDevice } from '#server/identity/sessions/devices.queries.ts';
import { endSession } from '#server/identity/sessions/sessions.queries.ts';
import { findUserById } from '#server/identity/users/users.queries.ts';
import { writeSignInCookies } from './begin-sign-in.command.ts';
import { loginResponseOf, signedInResponse } from './login-response.wire.ts';
import { signIn } from './sign-in.command.ts';
import { listLogins } from './sign-in.queries.ts';

const LOGINS_SHOWN = 50;

export const signInHandlers: Handlers<typeof signInApi> = {
  'POST /api/login/userlogin': async ({ body, ipAddress, header, cookies, services }) => {
    if (await isUnderMaintenance(services.database)) return forbidden(failed('maintenanceModeEnabled'));
    const result = await signIn(services, {
      loginName: body.username,
      password: body.password,
      ipAddress,
      userAgent: header('User-Agent') ?? '',
      previousCookie: cookies.readSession(),
      deviceTokenOf: cookies.readDevice,
    });
    // Without the minutes that follow some codes.
    const [outcome = ''] = result.ok ? ['accepted'] : result.error.split(' ');
    services.metrics.signIns.inc({ result: outcome });
    if (!result.ok) return forbidden(failed(result.error));
    writeSignInCookies(cookies, result.value);
    return ok(loginResponseOf(result.value));
  },

  'POST /api/Login/Logout': async ({ body, cookies, services }) => {
    const cookie = cookies.readSession();
    // A tab with an old session must not sign out the browser's current user.
    const userToken = body.UserToken === '' ? undefined : body.UserToken;
    const ended = cookie
      ? await inTransaction(services.database, async (transaction) => {
          const open = await endSession(transaction, cookie, services.clock.now(), userToken);
          if (open) await services.audit.record(transaction, { event: 'sign-out', userId: open.userId, details: {} });
          return open;
        })
      : undefined;
    if (ended || userToken === undefined) cookies.clearSession();
    return ok(noErrors);
  },

  'GET /api/Login/Session': async ({ session, services, header }) => {
    const { database } = services;
    const user = await findUserById(database, session.userId);
    const customer = await findKnownCustomer(services, session);
    if (!user || !customer) throw new Refusal(401, 'Unauthorized');
    const [, previousLogin] = await listLogins(database, session.userId, 2);
    const facts = {
      user,
      customer,
      steps: session.pendingSteps,
      previousLogin,
      isTrustedDevice: await isTrustedDevice(database, session.deviceId),
      agreed: await listAgreementRecords(database, session.userId),
    };
    return ok(signedInResponse(facts, header('UserToken') ?? ''));
  },

  'GET /api/Profile/LoginHistory': async ({ session, services }) => {
    const logins = await listLogins(services.database, session.userId, LOGINS_SHOWN);
    return ok(logins.map(({ at, ipAddress }) => ({ LoginDate: at.toString(), IPAddress: ipAddress })));
  },
};
