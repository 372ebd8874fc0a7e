import type { SecondFactor } from '#common/identity/sign-in.api.ts';
import { findAuthenticator } from '#server/identity/authenticator/authenticators.queries.ts';
import { findRegistrationContact } from '#server/identity/credentials/registration-proof.ts';
import type { Services } from '#server/services.ts';

/**
 * Returns the second factor for an untrusted device. A user with an authenticator app always needs it, even if the
 * institution doesn't require codes. A registration by facts alone gets one code to the contact on file.
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
