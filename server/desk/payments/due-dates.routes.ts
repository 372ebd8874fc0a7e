import { day } from '#common/core/dates.ts';
import type { dueDatesApi } from '#common/desk/due-dates.api.ts';
import { type DeskHandlers, DeskRefusal, loanOrRefuse } from '#server/desk/http/desk-endpoint.ts';
import type { DueDates } from '#server/host/host-loan-terms.ts';
import { changeDueDay, planDueDay } from '#server/payments/operator/change-due-day.command.ts';
import { shownInstallments } from './shown-installments.ts';

export const dueDatesHandlers: DeskHandlers<typeof dueDatesApi> = {
  'GET /api/desk/due-date': async ({ services, query }) => {
    const { now, after, automatic } = loanOrRefuse(await planDueDay(services, query));
    return {
      now: shown(now),
      after: after.ok ? shown(after.value) : null,
      why: after.ok ? '' : after.error,
      newInstallments: after.ok ? shownInstallments(after.value) : [],
      automatic,
    };
  },

  'POST /api/desk/due-date/change': async ({ services, session, body, record }) => {
    const { reason, seen, ...change } = body;
    const { customerId, accountNumber, dueDay } = change;
    const decision = { by: session.emailAddress, reason };
    const changed = await changeDueDay(services, { ...change, seen: day(seen) }, decision, (transaction, moved) =>
      record(transaction, { customerId, reason, details: { accountNumber, dueDay, ...moved } }),
    );
    if (!changed.ok) throw new DeskRefusal(409, changed.error);
    return {};
  },
};

function shown({ dueDay, dueOn, lastDueOn }: DueDates) {
  return { dueDay, dueOn, lastDueOn };
}
