import type { SecondFactor } from '#common/identity/sign-in.api.ts';
import { findAuthenticator } from '#server/identity/authenticator/authenticators.queries.ts';
import { findRegistrationContact } from '#server/identity/credentials/registration-proof.ts';
import type { Services } from '#server/services.ts';

/**
 * What a person must show besides the password on a device that is not trusted.
 * Whoever has set up an app is asked for that and for nothing weaker, whether or
 * not the institution asks everybody for a code.
 * Whoever registered by facts alone is sent a code by whatever is on file, once.
 */
export async function secondFactorOf(
  services: Services,
  user: { readonly userId: number; readonly customerId: string },
): Promise<SecondFactor> {
  const { institution, database } = services;
  const { userId } = user;
  const contact = await findRegistrationContact(services, user);
  if (contact) return contact === 'none' ? 'email' : contact.channel;
  const { options } = institution;
  const hasApp = options['loginOptions.useAuthenticatorOption'] && (await findAuthenticator(database, userId));
  if (hasApp) return 'authenticator';
  return options['loginOptions.useMultiFactorOption'] ? 'email' : 'none';
}
