import { day, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { liensApi } from '#common/desk/liens.api.ts';
import {
  type LienToDo,
  listLiensToDo,
  planLienRelease,
  releaseLien,
  withdrawLienRelease,
} from '#server/accounts/servicing/release-lien.command.ts';
import { listOpenInputs, type Values } from '#server/desk/approvals/work-items.queries.ts';
import { isReturnExpected } from '#server/desk/day/approved-returns.queries.ts';
import { type DeskHandlers, DeskRefusal, loanOrRefuse } from '#server/desk/http/desk-endpoint.ts';
import type { Today } from '#server/desk/today-list.ts';
import { findPlace } from '#server/payments/operator/payment-moves.queries.ts';
import { findReceived } from '#server/payments/operator/received-payments.queries.ts';
import { findPayment } from '#server/payments/payments.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

/** Once approved, the payment no longer counts on its loan, which may owe again then. */
const takesPaymentsOff = ['movePayment', 'takeBackReceived', 'refundPayment'] as const;

/** That wait for the release. */
const MAX_LOANS = 200;

function shown(lien: LienToDo) {
  const { customerId, accountNumber, description, lastPaidOn, owedCents, obstacle, releasableOn, released } = lien;
  return { customerId, accountNumber, description, lastPaidOn, owedCents, obstacle, releasableOn, released };
}

export const liensHandlers: DeskHandlers<typeof liensApi> = {
  'GET /api/desk/liens': async ({ services }) => {
    const liens = await listLiensToDo(services, MAX_LOANS);
    const { owingAgain = [], waiting = [], waitingCount = 0 } = liens ?? {};
    return {
      coreDoesThis: liens === undefined,
      owingAgain: owingAgain.map(shown),
      waiting: waiting.map(shown),
      waitingCount,
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
    const released = await releaseLien(services, release, decision, async (transaction) => {
      if (await isPayoffDoubted(transaction, accountNumber)) throw new DeskRefusal(409, 'PaymentDoubted');
      await record(transaction, { customerId, reason, details });
    });
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

async function isPayoffDoubted(transaction: Transaction, accountNumber: string): Promise<boolean> {
  for (const input of await listOpenInputs(transaction, takesPaymentsOff)) {
    if ((await findAccountOf(transaction, input)) === accountNumber) return true;
  }
  return isReturnExpected(transaction, accountNumber);
}

/** Returns the loan that a payment is on now, whoever made it. */
async function findAccountOf(transaction: Transaction, { paymentId, receivedId }: Values): Promise<string | undefined> {
  if (receivedId !== undefined) return (await findReceived(transaction, receivedId))?.accountNumber;
  const payment = paymentId === undefined ? undefined : await findPayment(transaction, paymentId);
  return payment && (await findPlace(transaction, payment)).accountNumber;
}

/** Loans that owe again after their lien was released, and how many were paid off and wait for the release. */
export async function listLiensToday(services: Services): Promise<Today> {
  const { owingAgain = [], waitingCount = 0 } = (await listLiensToDo(services, 0)) ?? {};
  return {
    needs: owingAgain.flatMap(({ customerId, accountNumber, owedCents, released }) =>
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
    counts: waitingCount === 0 ? [] : [{ label: 'Liens', value: String(waitingCount), path: '/liens' }],
  };
}
