import { formatDay } from '#common/core/dates.ts';
import { cents, formatCents, subtractCents, ZERO } from '#common/core/money.ts';
import type { overpaymentsApi } from '#common/desk/overpayments.api.ts';
import { requestApprovalForCustomer } from '#server/desk/approvals/request-approval.command.ts';
import { hasOpenWorkItem, type Values } from '#server/desk/approvals/work-items.queries.ts';
import { type DeskCall, type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import type { Today } from '#server/desk/today-list.ts';
import { findOverpaid } from '#server/payments/operator/pay-out-overpayment.command.ts';
import { findPayoutAccount } from '#server/payments/operator/pay-out-to-bank.ts';
import { listCreditsOf } from '#server/payments/operator/payout-credits.queries.ts';
import { findPayout, listPayouts, type Payout } from '#server/payments/operator/payouts.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { describeRelease } from './describe-release.ts';
import { listShownBankAccounts, listShownPayouts } from './shown-payouts.ts';

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
    const payouts = await listPayouts(database, { ...query, purpose: 'overpayment' }, MAX_PAYOUTS);
    return {
      overpaidCents: overpaid.ok ? overpaid.value : null,
      asked: await hasOpenWorkItem(database, 'payOutOverpayment', customerId, { accountNumber }),
      bankAccounts: await listShownBankAccounts(services, customerId),
      payouts: await listShownPayouts(services, payouts),
    };
  },

  'POST /api/desk/overpayments/ask-to-pay-out': async (call) => {
    const { means, reference } = call.body;
    await requestPayout(call, { input: { means, reference }, shown: `by ${means} ${reference}` });
    return {};
  },

  'POST /api/desk/overpayments/ask-bank-credit': async (call) => {
    const { customerId, profileId } = call.body;
    const account = await findPayoutAccount(call.services, customerId, profileId);
    if (!account.ok) throw new DeskRefusal(409, account.error);
    const { accountType, lastFour, ownerName } = account.value;
    const shown = `by bank credit to ${accountType} ending ${lastFour} of ${ownerName}`;
    await requestPayout(call, { input: { means: 'bank', profileId, lastFour }, shown });
    return {};
  },

  'POST /api/desk/overpayments/ask-to-stop': async (call) => {
    const { accountNumber, payoutId } = call.body;
    await requestApprovalForCustomer(call, async (transaction) => {
      const payout = await getPayout(transaction, call.body);
      if (payout.stoppedAt !== null) throw new DeskRefusal(409, 'StoppedAlready');
      const [credit] = await listCreditsOf(transaction, [payoutId]);
      if (credit?.state === 'filed') throw new DeskRefusal(409, 'CreditSent');
      const name = `${formatCents(payout.amountCents)} by ${payout.means} ${payout.reference} of ${formatDay(payout.paidOn)}`;
      return {
        action: 'stopPayout',
        input: { payoutId },
        before: { [name]: 'sent to the customer' },
        after: {
          [name]: payout.purpose === 'draw' ? 'stopped: never drawn' : 'stopped: it waits to be paid out again',
        },
        details: { accountNumber, payoutId },
      };
    });
    return {};
  },

  'POST /api/desk/overpayments/ask-release-account': async (call) => {
    const { accountNumber, payoutId } = call.body;
    await requestApprovalForCustomer(call, async (transaction) => {
      const { amountCents, paidOn } = await getPayout(transaction, call.body);
      const [credit] = await listCreditsOf(transaction, [payoutId]);
      const account = `Bank account ending in ${credit?.lastFour ?? ''}, of ${formatCents(amountCents)} sent ${formatDay(paidOn)}`;
      const release = await describeRelease(call.services, transaction, { payoutId }, account);
      return { ...release, details: { accountNumber, payoutId } };
    });
    return {};
  },
};

/** @throws DeskRefusal 404 for one of another loan */
async function getPayout(
  transaction: Transaction,
  { customerId, accountNumber, payoutId }: DeskCall<'POST /api/desk/overpayments/ask-to-stop'>['body'],
): Promise<Payout> {
  const payout = await findPayout(transaction, payoutId);
  if (payout?.customerId !== customerId || payout.accountNumber !== accountNumber) {
    throw new DeskRefusal(404, 'NotFound');
  }
  return payout;
}

type RequestingCall = DeskCall<
  'POST /api/desk/overpayments/ask-to-pay-out' | 'POST /api/desk/overpayments/ask-bank-credit'
>;

/** @param destination how the money is sent: as arguments of the action, and in words for the person who approves */
async function requestPayout(
  call: RequestingCall,
  destination: { readonly input: Values; readonly shown: string },
): Promise<void> {
  const { accountNumber } = call.body;
  const amountCents = cents(call.body.amountCents);
  const overpaid = await findOverpaid(call.services, call.body);
  if (!overpaid.ok) throw new DeskRefusal(409, overpaid.error);
  if (amountCents > overpaid.value) throw new DeskRefusal(409, 'NotOverpaid');
  const name = `Overpaid on loan ${accountNumber}`;
  await requestApprovalForCustomer(call, () => ({
    action: 'payOutOverpayment',
    input: { accountNumber, ...destination.input, amountCents: String(amountCents) },
    before: { [name]: formatCents(overpaid.value) },
    after: { [name]: `${formatCents(amountCents)} sent to the customer ${destination.shown}` },
    details: { accountNumber, ...destination.input, amountCents },
  }));
}

export async function listOverpaidToday({ host }: Services): Promise<Today> {
  const loans = (await host.servicing?.listOverpaid(MAX_LOANS)) ?? [];
  const count = loans.filter(({ overpaidCents }) => overpaidCents > 0).length;
  return {
    needs: loans.flatMap(({ customerId, accountNumber, overpaidCents }) => {
      if (overpaidCents >= 0) return [];
      const owedBack = formatCents(subtractCents(ZERO, overpaidCents));
      return [
        {
          tone: 'bad' as const,
          title: `Refunded, but the payment came back: ${owedBack} owed back on loan ${accountNumber}`,
          action: 'Review',
          path: `/received-payments/${encodeURIComponent(customerId)}/${encodeURIComponent(accountNumber)}`,
        },
      ];
    }),
    counts: count === 0 ? [] : [{ label: 'Overpaid', value: String(count), path: '/overpayments' }],
  };
}
