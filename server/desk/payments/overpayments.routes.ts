import { formatDay } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import type { overpaymentsApi } from '#common/desk/overpayments.api.ts';
import { askSecondPerson } from '#server/desk/approvals/ask-second-person.command.ts';
import { hasOpenWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import type { Today } from '#server/desk/today-list.ts';
import { findOverpaid } from '#server/payments/operator/pay-out-overpayment.command.ts';
import { findPayout, listPayouts, type Payout } from '#server/payments/operator/payouts.queries.ts';
import { type Database, inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

const MAX_LOANS = 200;
const MAX_PAYOUTS = 50;

export const overpaymentsHandlers: DeskHandlers<typeof overpaymentsApi> = {
  'GET /api/desk/overpayments': async ({ services: { host } }) => ({
    loans: [...((await host.servicing?.listOverpaid(MAX_LOANS)) ?? [])],
  }),

  'GET /api/desk/overpayments/loan': async ({ services, query }) => {
    const { database } = services;
    const { customerId, accountNumber } = query;
    const overpaid = await findOverpaid(services, query);
    if (!overpaid.ok && overpaid.error === 'NotALoan') throw new DeskRefusal(404, 'NotALoan');
    const payouts = await listPayouts(database, query, MAX_PAYOUTS);
    return {
      overpaidCents: overpaid.ok ? overpaid.value : null,
      asked: await hasOpenWorkItem(database, 'payOutOverpayment', customerId, { accountNumber }),
      payouts: await Promise.all(payouts.map((payout) => toShown(database, payout))),
    };
  },

  'POST /api/desk/overpayments/ask-to-pay-out': async ({ services, session, body, record }) => {
    const { customerId, accountNumber, means, reference, reason } = body;
    const amountCents = cents(body.amountCents);
    const overpaid = await findOverpaid(services, body);
    if (!overpaid.ok) throw new DeskRefusal(409, overpaid.error);
    if (amountCents > overpaid.value) throw new DeskRefusal(409, 'NotOverpaid');
    const customer = await services.host.findCustomer(customerId);
    await inTransaction(services.database, async (transaction) => {
      const name = `Overpaid on loan ${accountNumber}`;
      const item = {
        action: 'payOutOverpayment',
        customerId,
        customerName: customer?.personalName ?? customerId,
        input: { accountNumber, means, reference, amountCents: String(amountCents) },
        before: { [name]: formatCents(overpaid.value) },
        after: { [name]: `${formatCents(amountCents)} sent to the customer by ${means} ${reference}` },
        reason,
      } as const;
      const workItemId = await askSecondPerson({ services, session }, transaction, item);
      const details = { accountNumber, means, reference, amountCents, workItemId };
      await record(transaction, { customerId, reason, details });
    });
    return {};
  },

  'POST /api/desk/overpayments/ask-to-stop': async ({ services, session, body, record }) => {
    const { customerId, accountNumber, payoutId, reason } = body;
    const customer = await services.host.findCustomer(customerId);
    await inTransaction(services.database, async (transaction) => {
      const payout = await findPayout(transaction, payoutId);
      if (payout?.customerId !== customerId || payout.accountNumber !== accountNumber) {
        throw new DeskRefusal(404, 'NotFound');
      }
      if (payout.stoppedAt !== null) throw new DeskRefusal(409, 'StoppedAlready');
      const name = `${formatCents(payout.amountCents)} by ${payout.means} ${payout.reference} of ${formatDay(payout.paidOn)}`;
      const item = {
        action: 'stopPayout',
        customerId,
        customerName: customer?.personalName ?? customerId,
        input: { payoutId },
        before: { [name]: 'sent to the customer' },
        after: { [name]: 'stopped: it waits to be paid out again' },
        reason,
      } as const;
      const workItemId = await askSecondPerson({ services, session }, transaction, item);
      await record(transaction, { customerId, reason, details: { accountNumber, payoutId, workItemId } });
    });
    return {};
  },
};

async function toShown(database: Database, payout: Payout) {
  const { payoutId, customerId, means, reference, amountCents, paidOn, recordedBy, stoppedAt } = payout;
  const stopAsked = await hasOpenWorkItem(database, 'stopPayout', customerId, { payoutId });
  const shown = { payoutId, means, reference, amountCents, paidOn, recordedBy, stopAsked };
  return { ...shown, stoppedAt: stoppedAt?.toString() ?? null };
}

export async function listOverpaidToday({ host }: Services): Promise<Today> {
  const count = (await host.servicing?.listOverpaid(MAX_LOANS))?.length ?? 0;
  return { needs: [], counts: count === 0 ? [] : [{ label: 'Overpaid', value: String(count), path: '/overpayments' }] };
}
