import { noErrors } from '#common/contract/answers.ts';
import type { setupApi } from '#common/institution/setup.api.ts';
import { type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { readRequestOutcome } from '#server/platform/http/answer-once.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import { isUnderMaintenance } from './operating-state.queries.ts';
import { applicationOptions } from './application-options.ts';
import { type ClientErrorReport, recordClientError } from './setup.queries.ts';

/** `password=…`, `"SecurityCode":"…"`, also escaped: keeps the name, drops the value. */
const namedSecret =
  /((?:password|answer|secret|securitycode|securitynumber|ssn|token)\w*\\*["']?\s*[:=]\s*)(?:\\*"[^"]*"|'[^']*'|[^\s&,;}\]]+)/gi;

/** Keeps an unauthenticated write from filling the disk. */
const CLIENT_ERRORS_PER_MINUTE = 10;

export const setupHandlers: Handlers<typeof setupApi> = {
  'GET /api/setup/ApplicationOptions': async ({ services }) => ok(applicationOptions(services.institution)),

  'POST /api/ClientError': async ({ body, ipAddress, services }) => {
    await limitRequests(services, `client-error:${networkOf(ipAddress)}`, {
      max: CLIENT_ERRORS_PER_MINUTE,
      withinSeconds: 60,
    });
    const report = scrubReport({ message: body.Message, stack: body.Stack, userAgent: body.UserAgent });
    await recordClientError(services.database, report, services.clock.now());
    return ok(noErrors);
  },

  'GET /api/Request/GetOutcome': async ({ query, session, services }) =>
    ok({ Outcome: await readRequestOutcome(services, session && `user:${session.userId}`, query.key) }),

  'GET /api/MaintenanceMode': async ({ services }) => ok({ isEnabled: await isUnderMaintenance(services.database) }),
};

/** Removes digits that could be a card, account or personal number, tokens, and named secrets. */
export function scrubReport(report: ClientErrorReport): ClientErrorReport {
  return { message: scrub(report.message), stack: scrub(report.stack), userAgent: scrub(report.userAgent) };
}

function scrub(text: string): string {
  return (
    text
      .replaceAll(namedSecret, '$1[secret]')
      .replaceAll(/[{}<>]/g, '')
      // A line break could forge another entry wherever the text is shown.
      .replaceAll(/[\r\n]+/g, ' | ')
      .replaceAll(/\d(?:[ -]?\d){7,}/g, '[number]')
      .replaceAll(/[\w-]{40,}/g, '[token]')
      .replaceAll(/[^\s@]+@[^\s@]+/g, '[address]')
  );
}
