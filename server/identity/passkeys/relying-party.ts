import type { Institution } from '#common/institution/institution.ts';

/** Whom passkeys are made for: they work on this site and on no other, however much it looks like it. */
export interface RelyingParty {
  /** The host name without port. */
  readonly id: string;
  readonly origin: string;
  readonly name: string;
}

/** @param siteUrl where customers reach the portal; in production as configured, never as a caller says. */
export function relyingPartyOf({ texts }: Institution, siteUrl: string): RelyingParty {
  const { hostname, origin } = new URL(siteUrl);
  return { id: hostname, origin, name: texts['shell.institutionName'] ?? hostname };
}
