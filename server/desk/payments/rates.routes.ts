import { day, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { formatRate, ratePpm } from '#common/core/rates.ts';
import type { ratesApi } from '#common/desk/rates.api.ts';
import { requestApprovalForCustomer } from '#server/desk/approvals/request-approval.command.ts';
import { hasOpenWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { type DeskHandlers, DeskRefusal, loanOrRefuse } from '#server/desk/http/desk-endpoint.ts';
import { planRate } from '#server/payments/operator/change-rate.command.ts';
import { findWithdrawable } from '#server/payments/operator/withdraw-rate.command.ts';

export const ratesHandlers: DeskHandlers<typeof ratesApi> = {
  'GET /api/desk/rate': async ({ services, query }) => {
    const { customerId, accountNumber, newPayment } = query;
    const wanted = { customerId, accountNumber, rate: ratePpm(query.rate), from: day(query.from) };
    const { now, after, automatic } = loanOrRefuse(
      await planRate(services, { ...wanted, newPayment: newPayment === 'yes' }),
    );
    const asked = { accountNumber };
    return {
      now: { ...now, next: now.next && { rate: now.next.rate, from: now.next.from, obstacle: now.next.obstacle } },
      after: after.ok ? { installmentCents: after.value.installmentCents, firstOn: after.value.firstOn } : null,
      why: after.ok ? '' : after.error,
      asked: await hasOpenWorkItem(services.database, 'changeRate', customerId, asked),
      withdrawalAsked: await hasOpenWorkItem(services.database, 'withdrawRate', customerId, asked),
      automaticCents: automatic?.kind === 'fixed' ? automatic.amountCents : null,
    };
  },

  'POST /api/desk/rate/ask': async (call) => {
    const { customerId, accountNumber, newPayment, seenCents, ...asked } = call.body;
    const wanted = { customerId, accountNumber, rate: ratePpm(asked.rate), from: day(asked.from), newPayment };
    const { now, after } = loanOrRefuse(await planRate(call.services, wanted));
    if (!after.ok) throw new DeskRefusal(409, after.error);
    const { rate, from, installmentCents, firstOn } = after.value;
    if (installmentCents !== seenCents) throw new DeskRefusal(409, 'PaymentMoved');
    const names = { rate: `Interest rate of loan ${accountNumber}`, payment: `Payment of loan ${accountNumber}` };
    const isNew = newPayment ? 'yes' : 'no';
    await requestApprovalForCustomer(call, () => ({
      action: 'changeRate',
      input: { accountNumber, rate: String(rate), from, newPayment: isNew, seenCents: String(seenCents) },
      before: { [names.rate]: formatRate(now.rate), [names.payment]: formatCents(now.installmentCents) },
      after: {
        [names.rate]: `${formatRate(rate)} from ${formatDay(from)} on`,
        [names.payment]: `${formatCents(installmentCents)}${newPayment ? `, first due ${formatDay(firstOn)}` : ''}`,
      },
      details: { accountNumber, rate, from, seenCents },
    }));
    return { outcome: 'asked' };
  },

  'POST /api/desk/rate/ask-withdraw': async (call) => {
    const { customerId, accountNumber, ...asked } = call.body;
    const found = await findWithdrawable(call.services, { customerId, accountNumber });
    const { rate, from, insteadOf } = loanOrRefuse(found);
    if (rate !== asked.rate || from !== asked.from) throw new DeskRefusal(409, 'NoRateAhead');
    const name = `Interest rate of loan ${accountNumber}`;
    await requestApprovalForCustomer(call, () => ({
      action: 'withdrawRate',
      input: { accountNumber, rate: String(rate), from },
      before: { [name]: `${formatRate(rate)} from ${formatDay(from)} on` },
      after: { [name]: `stays ${formatRate(insteadOf.rate)}` },
      details: { accountNumber, rate, from },
    }));
    return {};
  },
};
