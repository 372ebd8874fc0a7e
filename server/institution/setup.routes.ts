import { noErrors } from '#common/contract/envelope.ts';
import type { setupApi } from '#common/institution/setup.api.ts';
import { type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import { isUnderMaintenance } from './maintenance.queries.ts';
import { applicationOptions } from './application-options.ts';
import { scrubReport } from './scrub-report.ts';
import { recordClientError } from './setup.queries.ts';

/** An open call that writes must not become a way to fill the disk. */
const CLIENT_ERRORS_PER_MINUTE = 10;

export const setupHandlers: Handlers<typeof setupApi> = {
  'GET /api/setup/ApplicationOptions': async ({ services }) => ok(applicationOptions(services.institution)),

  'POST /api/ClientError': async ({ body, ipAddress, services }) => {
    await limitRequests(services, `client-error:${networkOf(ipAddress)}`, {
      most: CLIENT_ERRORS_PER_MINUTE,
      withinSeconds: 60,
    });
    const report = scrubReport({ message: body.Message, stack: body.Stack, userAgent: body.UserAgent });
    await recordClientError(services.database, report, services.clock.now());
    return ok(noErrors);
  },

  'GET /api/MaintenanceMode': async ({ services }) => ok({ isEnabled: await isUnderMaintenance(services.database) }),
};
