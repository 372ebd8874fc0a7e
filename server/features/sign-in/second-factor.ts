import type { SecondFactor } from '#common/api/sign-in.api.ts';
import { findAuthenticator } from '#server/platform/authenticator/authenticators.queries.ts';
import type { Services } from '#server/services.ts';

/**
 * What a person must show besides the password on a device that is not trusted.
 * Whoever has set up an app is asked for that and for nothing weaker, whether or
 * not the institution asks everybody for a code.
 */
export async function secondFactorOf(
  { institution, database }: Services,
  { userId }: { readonly userId: number },
): Promise<SecondFactor> {
  const { options } = institution;
  const hasApp = options['loginOptions.useAuthenticatorOption'] && (await findAuthenticator(database, userId));
  if (hasApp) return 'authenticator';
  return options['loginOptions.useMultiFactorOption'] ? 'email' : 'none';
}
