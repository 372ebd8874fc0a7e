import { failed } from '#common/contract/answers.ts';
import { type locatorApi, MAX_TOWNS } from '#common/contact/locator.api.ts';
import { branchToWire } from '#common/contact/locator.wire.ts';
import { type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import { z } from 'zod';
import type { Place } from '#common/contact/rules/branches.ts';
import { findPostalPlaces, findTowns } from '#server/platform/postal-codes/postal-codes.queries.ts';
import type { Services } from '#server/services.ts';

const TIMEOUT_MS = 5_000;

const serviceAnswer = z.object({ Latitude: z.number().min(-90).max(90), Longitude: z.number().min(-180).max(180) });

const MAP_MOVES_PER_NETWORK = { max: 240, withinSeconds: 60 };

const SEARCHES_PER_NETWORK = { max: 60, withinSeconds: 60 };

export const locatorHandlers: Handlers<typeof locatorApi> = {
  'GET /api/branchInfo': async ({ services }) => ok(services.institution.branches.map(branchToWire)),

  'GET /api/Geocode': async ({ query, services, ipAddress }) => {
    await limitRequests(services, `geocode:${networkOf(ipAddress)}`, SEARCHES_PER_NETWORK);
    const place = await findPlaceByZip(services, query.zip);
    return ok(place ? { Latitude: place.latitude, Longitude: place.longitude } : failed('InvalidZipCode'));
  },

  'GET /api/Towns': async ({ query, services, ipAddress }) => {
    await limitRequests(services, `towns:${networkOf(ipAddress)}`, MAP_MOVES_PER_NETWORK);
    const area = { north: query.North, south: query.South, east: query.East, west: query.West };
    const towns = await findTowns(services.database, area, MAX_TOWNS);
    return ok(towns.map(({ city, latitude, longitude }) => ({ City: city, Latitude: latitude, Longitude: longitude })));
  },
};

/**
 * Looks a zip code up in our own list, or asks the service that the institution names.
 * Returns undefined for an unknown code. Throws if the service doesn't answer, or not in its format.
 */
async function findPlaceByZip(services: Services, zip: string): Promise<Place | undefined> {
  if (!/^\d{5}$/.test(zip)) return undefined;
  const serviceUrl = services.institution.options['locatorOptions.geocodeUrl'];
  if (serviceUrl !== '') return askService(serviceUrl, zip);
  const [place] = await findPostalPlaces(services.database, zip);
  return place;
}

async function askService(serviceUrl: string, zip: string): Promise<Place | undefined> {
  const address = new URL(serviceUrl);
  address.searchParams.set('zip', zip);
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.status === 404) {
    await response.body?.cancel();
    return undefined;
  }
  if (!response.ok) throw new Error(`The zip code service returned status ${response.status}`);
  const { Latitude: latitude, Longitude: longitude } = serviceAnswer.parse(await response.json());
  return { latitude, longitude };
}
