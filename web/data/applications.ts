import { queryOptions } from '@tanstack/react-query';
import { type Application, applicationFromWire } from '#common/accounts/application-list.wire.ts';
import { call } from './client.ts';
import { bodyOf, queryClient } from './query-client.ts';

/** Applications of this many days are shown (M 9). */
const DAYS_SHOWN = 30;

export const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: async ({ signal }): Promise<Application[]> => {
    const query = { numDaysToRetrieve: DAYS_SHOWN };
    return bodyOf(await call('GET /api/Application/GetList', { query, signal })).Applications.map(applicationFromWire);
  },
});

/** Uses the application passed by the list instead of loading it again (M 2). */
export const applicationQuery = (applicationNumber: string) =>
  queryOptions({
    queryKey: ['applications', applicationNumber],
    queryFn: async ({ signal }): Promise<Application> => {
      const query = { numDaysToRetrieve: DAYS_SHOWN, applicationNumber };
      return applicationFromWire(bodyOf(await call('GET /api/Application', { query, signal })));
    },
  });

/** Passes a row's application to its details screen. */
export function passAlong(application: Application): void {
  queryClient.setQueryData(applicationQuery(application.applicationNumber).queryKey, application);
}
