import { signedChallengeFromWire } from '#common/identity/passkeys.wire.ts';
import { failed, noErrors } from '#common/contract/answers.ts';
import type { passkeyLoginApi } from '#common/identity/passkeys.api.ts';
import { forbidden, type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { countTry, limitRequests } from '#server/platform/http/request-limits.ts';
import { isUnderMaintenance } from '#server/institution/operating-state.queries.ts';
import { relyingPartyOf } from '#server/identity/passkeys/relying-party.ts';
import { beginSignIn, writeSignInCookies } from './begin-sign-in.command.ts';
import { loginResponseOf } from './login-response.wire.ts';
import { acceptPasskey, beginPasskeySignIn } from './passkey-sign-in.command.ts';

/** Each leaves a row until the nightly cleanup. */
const BEGUN_PER_ADDRESS = { max: 120, withinSeconds: 600 };
const FAILURES_PER_ADDRESS = { max: 60, withinSeconds: 600 };

export const passkeyLoginHandlers: Handlers<typeof passkeyLoginApi> = {
  'POST /api/Login/BeginPasskeyLogin': async ({ services, siteUrl, ipAddress, cookies }) => {
    if (await isUnderMaintenance(services.database)) return forbidden(failed('maintenanceModeEnabled'));
    await limitRequests(services, `passkey-logins:${networkOf(ipAddress)}`, BEGUN_PER_ADDRESS);
    const { cookie, options } = await beginPasskeySignIn(services, relyingPartyOf(services.institution, siteUrl));
    cookies.writePasskeyRequest(cookie);
    return ok({ ...noErrors, Options: options });
  },

  'POST /api/Login/PasskeyLogin': async ({ body, services, siteUrl, ipAddress, cookies, header }) => {
    if (await isUnderMaintenance(services.database)) return forbidden(failed('maintenanceModeEnabled'));
    const failures = `passkey-login-failures:${networkOf(ipAddress)}`;
    const counted = await countTry(services, failures, FAILURES_PER_ADDRESS);
    if (!counted) return forbidden(failed('MaxAttemptsReached'));
    const party = relyingPartyOf(services.institution, siteUrl);
    const accepted = await acceptPasskey(services, party, {
      cookie: cookies.readPasskeyRequest(),
      signed: signedChallengeFromWire(body),
      ipAddress,
    });
    cookies.clearPasskeyRequest();
    if (!accepted.ok) return forbidden(failed(accepted.error));
    await counted.giveBack();
    const begun = await beginSignIn(services, {
      ...accepted.value,
      proof: { by: 'passkey' },
      ipAddress,
      userAgent: header('User-Agent') ?? '',
      previousCookie: cookies.readSession(),
      deviceToken: cookies.readDevice(accepted.value.user.userId),
    });
    if (!begun.ok) return forbidden(failed(begun.error));
    writeSignInCookies(cookies, begun.value);
    return ok(loginResponseOf(begun.value));
  },
};
