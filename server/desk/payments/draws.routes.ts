import { cents, formatCents } from '#common/core/money.ts';
import type { drawsApi } from '#common/desk/draws.api.ts';
import { requestApprovalForCustomer } from '#server/desk/approvals/request-approval.command.ts';
import { hasOpenWorkItem, type Values } from '#server/desk/approvals/work-items.queries.ts';
import { type DeskCall, type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { planDraw, type PlannedDraws } from '#server/payments/operator/line-of-credit.ts';
import { findPayoutAccount } from '#server/payments/operator/pay-out-to-bank.ts';
import { listPayouts } from '#server/payments/operator/payouts.queries.ts';
import type { Services } from '#server/services.ts';
import { listShownBankAccounts, listShownPayouts } from './shown-payouts.ts';

const MAX_DRAWS = 50;

export const drawsHandlers: DeskHandlers<typeof drawsApi> = {
  'GET /api/desk/draws': async ({ services, query }) => {
    const { database } = services;
    const { customerId, accountNumber } = query;
    const { limitCents, principalCents, availableCents, unsentCents, obstacle } = await getPlan(services, query);
    const draws = await listPayouts(database, { customerId, accountNumber, purpose: 'draw' }, MAX_DRAWS);
    return {
      limitCents,
      principalCents,
      availableCents,
      unsentCents,
      obstacle,
      asked: await hasOpenWorkItem(database, 'drawOnLine', customerId, { accountNumber }),
      bankAccounts: await listShownBankAccounts(services, customerId),
      draws: await listShownPayouts(services, draws),
    };
  },

  'POST /api/desk/draws/ask': async (call) => {
    const { means, reference } = call.body;
    await requestDraw(call, { input: { means, reference }, shown: `by ${means} ${reference}` });
    return {};
  },

  'POST /api/desk/draws/ask-bank-credit': async (call) => {
    const { customerId, profileId } = call.body;
    const account = await findPayoutAccount(call.services, customerId, profileId);
    if (!account.ok) throw new DeskRefusal(409, account.error);
    const { accountType, lastFour, ownerName } = account.value;
    const shown = `by bank credit to ${accountType} ending ${lastFour} of ${ownerName}`;
    await requestDraw(call, { input: { means: 'bank', profileId, lastFour }, shown });
    return {};
  },
};

type RequestingCall = DeskCall<'POST /api/desk/draws/ask' | 'POST /api/desk/draws/ask-bank-credit'>;

/** @param destination how the money is sent: as arguments of the action, and in words for the person who approves */
async function requestDraw(
  call: RequestingCall,
  destination: { readonly input: Values; readonly shown: string },
): Promise<void> {
  const { accountNumber } = call.body;
  const amountCents = cents(call.body.amountCents);
  const { obstacle, availableCents } = await getPlan(call.services, call.body);
  if (obstacle) throw new DeskRefusal(409, obstacle);
  if (amountCents > availableCents) throw new DeskRefusal(409, 'NotAvailable');
  const name = `Available on line ${accountNumber}`;
  await requestApprovalForCustomer(call, () => ({
    action: 'drawOnLine',
    input: { accountNumber, ...destination.input, amountCents: String(amountCents) },
    before: { [name]: formatCents(availableCents) },
    after: { [name]: `${formatCents(amountCents)} drawn and sent to the customer ${destination.shown}` },
    details: { accountNumber, ...destination.input, amountCents },
  }));
}

async function getPlan(
  services: Services,
  line: { readonly customerId: string; readonly accountNumber: string },
): Promise<PlannedDraws> {
  const planned = await planDraw(services, line);
  if (!planned.ok) throw new DeskRefusal(planned.error === 'NotALoan' ? 404 : 409, planned.error);
  return planned.value;
}
