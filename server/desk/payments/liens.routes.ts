import { day, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { liensApi } from '#common/desk/liens.api.ts';
import {
  listLiensToDo,
  planLienRelease,
  releaseLien,
  withdrawLienRelease,
} from '#server/accounts/servicing/release-lien.command.ts';
import { type DeskHandlers, loanOrRefuse } from '#server/desk/http/desk-endpoint.ts';
import type { Today } from '#server/desk/today-list.ts';
import type { Services } from '#server/services.ts';

const MAX_LOANS = 200;

export const liensHandlers: DeskHandlers<typeof liensApi> = {
  'GET /api/desk/liens': async ({ services }) => {
    const liens = await listLiensToDo(services, MAX_LOANS);
    return {
      coreDoesThis: liens === undefined,
      loans: (liens ?? []).map(
        ({
          customerId,
          accountNumber,
          description,
          lastPaidOn,
          owedCents,
          owesAgain,
          obstacle,
          releasableOn,
          released,
        }) => ({
          customerId,
          accountNumber,
          description,
          lastPaidOn,
          owedCents,
          owesAgain,
          obstacle,
          releasableOn,
          released,
        }),
      ),
    };
  },

  'GET /api/desk/lien': async ({ services, query }) => {
    const { state, obstacle, releasableOn } = loanOrRefuse(await planLienRelease(services, query));
    const { lastPaidOn, owedCents, released } = state;
    return { lastPaidOn, owedCents, obstacle, releasableOn, released };
  },

  'POST /api/desk/lien/release': async ({ services, session, body, record }) => {
    const { customerId, accountNumber, reference, reason } = body;
    const release = { customerId, accountNumber, releasedOn: day(body.releasedOn), reference };
    const decision = { by: session.emailAddress, reason };
    const details = { accountNumber, releasedOn: release.releasedOn, reference };
    const released = await releaseLien(services, release, decision, (transaction) =>
      record(transaction, { customerId, reason, details }),
    );
    loanOrRefuse(released);
    return {};
  },

  'POST /api/desk/lien/withdraw': async ({ services, session, body, record }) => {
    const { customerId, accountNumber, reason } = body;
    const decision = { by: session.emailAddress, reason };
    const withdrawn = await withdrawLienRelease(services, body, decision, (transaction, released) =>
      record(transaction, { customerId, reason, details: { accountNumber, ...released } }),
    );
    loanOrRefuse(withdrawn);
    return {};
  },
};

/** Loans that owe again after their lien was released, and how many wait for the release. */
export async function listLiensToday(services: Services): Promise<Today> {
  const liens = (await listLiensToDo(services, MAX_LOANS)) ?? [];
  const waiting = liens.filter(({ obstacle }) => obstacle === null);
  return {
    needs: liens.flatMap(({ customerId, accountNumber, owedCents, released }) =>
      released
        ? [
            {
              tone: 'bad' as const,
              title: `Loan ${accountNumber} owes ${formatCents(owedCents)} again after its lien was released on ${formatDay(released.releasedOn)}`,
              action: 'Review',
              path: `/lien/${encodeURIComponent(customerId)}/${encodeURIComponent(accountNumber)}`,
            },
          ]
        : [],
    ),
    counts: waiting.length === 0 ? [] : [{ label: 'Liens', value: String(waiting.length), path: '/liens' }],
  };
}
