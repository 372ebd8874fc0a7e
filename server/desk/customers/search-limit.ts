import { countTowardsLimit } from '#server/platform/http/request-limits.ts';
import { DeskRefusal, type DeskSession } from '#server/desk/http/desk-endpoint.ts';
import type { Services } from '#server/services.ts';

/** A busy person at the telephone needs far fewer; someone who copies the list of customers, more. */
const SEARCHES = { max: 1_000, withinSeconds: 3_600 };

/** Otherwise the 10,000 endings of a Social Security number could be tried until a known customer is found. */
const SEARCHES_BY_SSN = { max: 60, withinSeconds: 3_600 };

/** Counts a search that names customers. @throws DeskRefusal 429 for too many in an hour */
export async function limitCustomerSearches(
  services: Services,
  { staffId }: Pick<DeskSession, 'staffId'>,
  isBySsn: boolean,
): Promise<void> {
  const isTooMany =
    (await countTowardsLimit(services, `desk-searches:${staffId}`, SEARCHES)) > SEARCHES.max ||
    (isBySsn &&
      (await countTowardsLimit(services, `desk-ssn-searches:${staffId}`, SEARCHES_BY_SSN)) > SEARCHES_BY_SSN.max);
  if (isTooMany) throw new DeskRefusal(429, 'TooManySearches');
}
