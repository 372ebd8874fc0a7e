import type { resetPasswordApi } from '#common/identity/credentials.api.ts';
import { failed, noErrors } from '#common/contract/answers.ts';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { listAgreementRecords } from '#server/institution/agreements/agreements.queries.ts';
import { findTokenOwner } from '#server/identity/credentials/token-owner.ts';
import { type Call, type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { isTrustedDevice } from '#server/identity/sessions/devices.queries.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import { isUnderMaintenance } from '#server/institution/operating-state.queries.ts';
import type { PortalUser } from '#server/identity/users/users.queries.ts';
import type { HostCustomer } from '#server/host/host.ts';
import { beginSignIn, writeSignInCookies } from './begin-sign-in.command.ts';
import { loginResponseOf, signedInResponse } from './login-response.wire.ts';
import { type ResetDone, type ResetError, resetPassword } from './reset-password.command.ts';
import { listLogins } from './sign-in.queries.ts';

/** Tokens can't be guessed; this protects the server from the attempts. */
const TRIES_PER_ADDRESS = { max: 60, withinSeconds: 600 };

type ResetCall = Call<'POST /api/Login/ResetPassword'>;

export const resetPasswordHandlers: Handlers<typeof resetPasswordApi> = {
  'POST /api/Login/ResetPassword': async (call) => {
    const { body, session, services, ipAddress } = call;
    await limitRequests(services, `password-reset:${networkOf(ipAddress)}`, TRIES_PER_ADDRESS);
    if (await isUnderMaintenance(services.database)) return refused('Error');
    const owner = await findTokenOwner(services, body.Enc, session);
    const customer = owner && (await services.host.findCustomer(owner.user.customerId));
    if (!owner || !customer) return refused('Expired');
    const reset = await resetPassword(services, { owner, password: body.Password, session, ipAddress });
    if ('errors' in reset) return refused(...reset.errors);
    const response =
      owner.way === 'step' ? await goOn(call, reset, customer) : await signInAnew(call, reset.user, customer);
    return ok({ ...noErrors, IsLoggedIn: response?.IsLoggedIn ?? false, LoginResponse: response });
  },
};

/** Continues the sign-in that required the new password. */
async function goOn(
  { services, session, header }: ResetCall,
  { user, steps }: ResetDone,
  customer: HostCustomer,
): Promise<LoginResponse | null> {
  const [previousLogin] = await listLogins(services.database, user.userId, 1);
  const agreed = await listAgreementRecords(services.database, user.userId);
  if (!session) return null;
  const isTrusted = await isTrustedDevice(services.database, session.deviceId);
  const facts = { user, customer, steps, agreed, previousLogin, isTrustedDevice: isTrusted };
  return signedInResponse(facts, header('UserToken') ?? '');
}

/** Opens a session as a password does: with all steps that apply, including the security code. */
async function signInAnew(
  { services, cookies, header, ipAddress }: ResetCall,
  user: PortalUser,
  customer: HostCustomer,
): Promise<LoginResponse | null> {
  const begun = await beginSignIn(services, {
    user,
    customer,
    proof: { by: 'password' },
    ipAddress,
    userAgent: header('User-Agent') ?? '',
    previousCookie: cookies.readSession(),
    deviceToken: undefined,
  });
  // The password is changed anyway; the sign-in screen explains the obstacle.
  if (!begun.ok) return null;
  writeSignInCookies(cookies, begun.value);
  return loginResponseOf(begun.value);
}

function refused(...errors: readonly [ResetError, ...ResetError[]]) {
  return ok({ ...failed(...errors), IsLoggedIn: false, LoginResponse: null });
}
