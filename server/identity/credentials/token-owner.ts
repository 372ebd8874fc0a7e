import type { Session } from '#server/platform/http/endpoint.ts';
import { findLink, type OneTimeLink } from '#server/identity/one-time/one-time-tokens.queries.ts';
import { findUserById, type PortalUser } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';

export interface TokenOwner {
  readonly user: PortalUser;
  readonly linkId: number;
  /** `link` came by email; `step` belongs to the current session's sign-in. */
  readonly way: 'link' | 'step';
}

/**
 * Finds who may change the password with a token: a link by email works alone, a step token only in its session while
 * that step is next. Links sign in, so under single sign-on old ones don't work. Doesn't use up the token.
 */
export async function findTokenOwner(
  services: Services,
  token: string,
  session: Session | undefined,
): Promise<TokenOwner | undefined> {
  const { database, clock, institution } = services;
  const now = clock.now();
  const linksSignIn = !institution.options['loginOptions.useSingleSignOnOption'];
  const mailed = linksSignIn ? await findLink(database, 'resetPassword', token, now) : undefined;
  const link = mailed ?? ownLink(await findLink(database, 'changePassword', token, now), session);
  const user = link?.userId ? await findUserById(database, link.userId) : undefined;
  if (!link || !user || user.restricted) return undefined;
  return { user, linkId: link.tokenId, way: mailed ? 'link' : 'step' };
}

function ownLink(link: OneTimeLink | undefined, session: Session | undefined): OneTimeLink | undefined {
  const isOwn = session && link?.details['sessionId'] === String(session.sessionId) && link.userId === session.userId;
  return isOwn && session.pendingSteps[0] === 'changePassword' ? link : undefined;
}
