import type { Institution } from '#common/institution/institution.ts';

/** Passkeys work only for this site, not for lookalikes. */
export interface RelyingParty {
  /** The host name without port. */
  readonly id: string;
  readonly origin: string;
  readonly name: string;
}

/** @param siteUrl the portal's address; in production from the configuration, never from the request */
export function relyingPartyOf({ texts }: Institution, siteUrl: string): RelyingParty {
  const { hostname, origin } = new URL(siteUrl);
  return { id: hostname, origin, name: texts['shell.institutionName'] ?? hostname };
}
