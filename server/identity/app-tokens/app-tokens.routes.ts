import { failed, noErrors } from '#common/contract/answers.ts';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import type { tokenSignInApi } from '#common/identity/token-sign-in.api.ts';
import { SIGN_ON_PROOF_HEADER, WEB_CHANNEL } from '#common/identity/rules/token-sign-in.ts';
import { type Answer, type Call, forbidden, type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { countTry } from '#server/platform/http/request-limits.ts';
import { isUnderMaintenance } from '#server/institution/operating-state.queries.ts';
import {
  acceptAppToken,
  type AppSignIn,
  createAppToken,
  deviceHashOf,
  removeAppToken,
  renewAppToken,
} from './app-tokens.command.ts';
import { beginSignIn, writeSignInCookies } from '#server/identity/sign-in/begin-sign-in.command.ts';
import { loginResponseOf } from '#server/identity/sign-in/login-response.wire.ts';
import type { SignInProof } from '#server/identity/sign-in/sign-in-proof.ts';
import { acceptSingleSignOnToken } from '#server/identity/single-sign-on/single-sign-on.command.ts';

type TokenLogin = Call<'POST /api/login/tokenlogin'>;
type TokenLoginAnswer = Answer<'POST /api/login/tokenlogin'>;

/** More failures than this from one address are token guessing. */
const FAILURES_PER_ADDRESS = { max: 60, withinSeconds: 600 };

export const tokenSignInHandlers: Handlers<typeof tokenSignInApi> = {
  'POST /api/login/tokenlogin': async (call) => {
    const { body, services, ipAddress } = call;
    if (await isUnderMaintenance(services.database)) return forbidden(failed('maintenanceModeEnabled'));
    const failures = `token-login-failures:${networkOf(ipAddress)}`;
    const counted = await countTry(services, failures, FAILURES_PER_ADDRESS);
    if (!counted) return forbidden(failed('MaxAttemptsReached'));
    const answer = await (body.DeviceID === WEB_CHANNEL ? singleSignOn(call) : signInFromApp(call));
    if (answer.status === 200 && answer.body.UserName !== '') await counted.giveBack();
    return answer;
  },

  'POST /api/Login/CreateDeviceToken': async ({ body, session, services }) => {
    const created = await createAppToken(services, session, body.DeviceID, body.Password);
    return created.ok ? ok({ ...noErrors, Value: created.value }) : forbidden(failed(created.error));
  },

  'POST /api/Login/RemoveDeviceToken': async ({ body, session, services }) => {
    await removeAppToken(services, session.userId, body.DeviceID);
    return ok(noErrors);
  },
};

/** Single sign-on; several factors there count as the security code. */
async function singleSignOn(call: TokenLogin): Promise<TokenLoginAnswer> {
  const { body, services, header } = call;
  if (!services.institution.options['loginOptions.useSingleSignOnOption']) return forbidden(failed('NotOffered'));
  const accepted = await acceptSingleSignOnToken(services, body.Token, header(SIGN_ON_PROOF_HEADER));
  if (!accepted.ok) return accepted.error === 'NotLoggedIn' ? ok(notLoggedIn) : forbidden(failed(accepted.error));
  return begin(call, accepted.value, { by: 'singleSignOn', withSeveralFactors: accepted.value.withSeveralFactors });
}

/** The mobile app holds the token and has checked a fingerprint or face, which are two factors. */
async function signInFromApp(call: TokenLogin): Promise<TokenLoginAnswer> {
  const { body, services, ipAddress } = call;
  const { options } = services.institution;
  // Under single sign-on, the app must not let in users whom the sign-on would refuse.
  const isOffered = options['loginOptions.useBiometricsOption'] && !options['loginOptions.useSingleSignOnOption'];
  if (!isOffered) return forbidden(failed('NotOffered'));
  const accepted = await acceptAppToken(services, { token: body.Token, deviceId: body.DeviceID, ipAddress });
  if (!accepted.ok) return forbidden(failed(accepted.error));
  const { user } = accepted.value;
  const answer = await begin(call, accepted.value, {
    by: 'appToken',
    appDeviceHash: deviceHashOf(services, body.DeviceID),
  });
  if (answer.status !== 200) return answer;
  const next = await renewAppToken(services, user, body.DeviceID);
  if (next === undefined) return forbidden(failed('Invalid'));
  return ok({ ...answer.body, TrustedDeviceToken: next });
}

async function begin(call: TokenLogin, { user, customer }: AppSignIn, proof: SignInProof): Promise<TokenLoginAnswer> {
  const { services, ipAddress, cookies, header } = call;
  const begun = await beginSignIn(services, {
    user,
    customer,
    proof,
    ipAddress,
    userAgent: header('user-agent') ?? '',
    previousCookie: cookies.readSession(),
    deviceToken: cookies.readDevice(user.userId),
  });
  if (!begun.ok) return forbidden(failed(begun.error));
  writeSignInCookies(cookies, begun.value);
  return ok(loginResponseOf(begun.value));
}

/** Answers a token that doesn't sign in, though a new one may (A 2.7). */
const notLoggedIn: LoginResponse = {
  UserName: '',
  Password: '',
  PersonalName: '',
  CompanyNumber: 0,
  WebAgreementLogs: [],
  EmailIsVerified: false,
  ChangePasswordToken: '',
  MustChangePassword: false,
  HasPasswordQuestion: false,
  IsTrustedDevice: false,
  EmailAddress: '',
  UserToken: '',
  UserId: '',
  SecondFactor: 'none',
  CodeSentTo: '',
  FollowUpSteps: [],
  IsLoggedIn: false,
  CustomerID: '',
  TrustedDeviceToken: '',
  ServicingBranch: '',
  LastLoggedIn: null,
  LastLoggedInIP: null,
};
