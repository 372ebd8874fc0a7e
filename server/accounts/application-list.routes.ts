import { randomUUID } from 'node:crypto';
import type { applicationListApi } from '#common/accounts/application-list.api.ts';
import { applicationToWire } from '#common/accounts/application-list.wire.ts';
import { noErrors } from '#common/contract/answers.ts';
import { addDays } from '#common/core/dates.ts';
import { type Cents, fromWireAmount } from '#common/core/money.ts';
import type { Application } from '#server/host/host-accounts.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import { Refusal } from '#server/platform/http/refusal.ts';

/** More than any customer submits. */
const applicationLimit = { max: 20, withinSeconds: 24 * 60 * 60 };

export const applicationListHandlers: Handlers<typeof applicationListApi> = {
  'GET /api/Application/GetList': async ({ query, services, session }) => {
    const since = addDays(services.clock.today(), -query.numDaysToRetrieve);
    const applications = await services.host.listApplications(session.customerId, since);
    return ok({ ...noErrors, Applications: applications.map(toWire) });
  },

  'GET /api/Application': async ({ query, services, session }) => {
    const application = await services.host.findApplication(session.customerId, query.applicationNumber);
    if (!application) throw new Refusal(404, 'NotFound');
    return ok(toWire(application));
  },

  'GET /api/Application/GetNewApplicationNotice': async ({ services, session }) => {
    const notice = await services.host.takeApplicationNotice(session.customerId, services.clock.now());
    return ok({ ...noErrors, Value: notice ? { ApplicationNumber: notice.applicationNumber, Url: notice.url } : null });
  },

  'POST /api/Register/Apply': async ({ body, services, session }) => {
    const { clock, database, host, audit } = services;
    await limitRequests(services, `apply ${session.userId}`, applicationLimit);
    const applicationNumber = await host.addApplication({
      key: randomUUID(),
      customerId: session.customerId,
      amountRequestedCents: amountRequested(body),
      details: JSON.stringify(body),
      at: clock.now(),
    });
    await inTransaction(database, (transaction) =>
      audit.record(transaction, {
        event: 'application-received',
        userId: session.userId,
        details: { applicationNumber },
      }),
    );
    return ok(noErrors);
  },
};

function toWire(application: Application) {
  return applicationToWire({ ...application, lastModifiedAt: application.lastModifiedAt.toString() });
}

/** Reads the requested amount, the only part of an application we interpret; null if missing. */
function amountRequested(body: Readonly<Record<string, unknown>>): Cents | null {
  const { AmountRequested: asked } = body;
  const amount = typeof asked === 'number' && asked > 0 ? fromWireAmount(asked) : undefined;
  return amount ?? null;
}
