import { failed } from '#common/contract/envelope.ts';
import type { locatorApi } from '#common/contact/locator.api.ts';
import { branchToWire } from '#common/contact/locator.wire.ts';
import { type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import { placeOfZip } from './geocode.ts';

const SEARCHES_PER_ADDRESS = { most: 60, withinSeconds: 60 };

export const locatorHandlers: Handlers<typeof locatorApi> = {
  'GET /api/branchInfo': async ({ services }) => ok(services.institution.branches.map(branchToWire)),

  'GET /api/Geocode': async ({ query, services, ipAddress }) => {
    await limitRequests(services, `geocode:${networkOf(ipAddress)}`, SEARCHES_PER_ADDRESS);
    const place = await placeOfZip(services, query.zip);
    return ok(place ? { Latitude: place.latitude, Longitude: place.longitude } : failed('InvalidZipCode'));
  },
};
