import type { Endpoint } from '#common/contract/contract.ts';
import { exemptNames, looksLikeIdentifier } from '#common/contract/named-objects.ts';
import { listInputPlaces } from './input-places.ts';

/**
 * Checks at start-up that a call declares exactly its identifying inputs, each as owned or exempt.
 * @throws Error naming the places
 */
export function assertNamedObjectsDeclared(
  key: string,
  endpoint: Pick<Endpoint, 'query' | 'body' | 'ticket'> & { readonly objects?: Readonly<Record<string, unknown>> },
): void {
  const places = listInputPlaces(endpoint);
  const declared = Object.keys(endpoint.objects ?? {});
  const ticket = endpoint.ticket && `query.${endpoint.ticket.parameter}`;
  const missing = places.filter(
    (place) =>
      looksLikeIdentifier(nameOf(place)) &&
      !Object.hasOwn(exemptNames, nameOf(place)) &&
      place !== ticket &&
      !declared.includes(place),
  );
  if (missing.length > 0) throw new Error(`${key} must declare as owned or exempt: ${missing.join(', ')}`);
  const unknown = declared.filter((place) => !(places as readonly string[]).includes(place));
  if (unknown.length > 0) throw new Error(`${key} declares objects it does not take: ${unknown.join(', ')}`);
}

/** Returns the last name of a place, e.g. `AccountNumbers` of `body.AccountNumbers[]`. */
function nameOf(place: string): string {
  return (place.split('.').at(-1) ?? '').replace(/[[\]{}]+$/, '');
}
