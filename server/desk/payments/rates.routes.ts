import { day, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { formatRate, ratePpm } from '#common/core/rates.ts';
import type { ratesApi } from '#common/desk/rates.api.ts';
import { askSecondPerson } from '#server/desk/approvals/ask-second-person.command.ts';
import { hasOpenWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { type PlannedRate, planRate, type WantedRate } from '#server/payments/operator/change-rate.command.ts';
import { findWithdrawable } from '#server/payments/operator/withdraw-rate.command.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

export const ratesHandlers: DeskHandlers<typeof ratesApi> = {
  'GET /api/desk/rate': async ({ services, query }) => {
    const { customerId, accountNumber, newPayment } = query;
    const wanted = { customerId, accountNumber, rate: ratePpm(query.rate), from: day(query.from) };
    const { now, after, automatic } = await getPlan(services, { ...wanted, newPayment: newPayment === 'yes' });
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

  'POST /api/desk/rate/ask': async ({ services, session, body, record }) => {
    const { customerId, accountNumber, newPayment, seenCents, reason } = body;
    const wanted = { customerId, accountNumber, rate: ratePpm(body.rate), from: day(body.from), newPayment };
    const { now, after } = await getPlan(services, wanted);
    if (!after.ok) throw new DeskRefusal(409, after.error);
    const { rate, from, installmentCents, firstOn } = after.value;
    if (installmentCents !== seenCents) throw new DeskRefusal(409, 'PaymentMoved');
    const customer = await services.host.findCustomer(customerId);
    const names = { rate: `Interest rate of loan ${accountNumber}`, payment: `Payment of loan ${accountNumber}` };
    await inTransaction(services.database, async (transaction) => {
      const item = {
        action: 'changeRate',
        customerId,
        customerName: customer?.personalName ?? customerId,
        input: {
          accountNumber,
          rate: String(rate),
          from,
          newPayment: newPayment ? 'yes' : 'no',
          seenCents: String(seenCents),
        },
        before: { [names.rate]: formatRate(now.rate), [names.payment]: formatCents(now.installmentCents) },
        after: {
          [names.rate]: `${formatRate(rate)} from ${formatDay(from)} on`,
          [names.payment]: `${formatCents(installmentCents)}${newPayment ? `, first due ${formatDay(firstOn)}` : ''}`,
        },
        reason,
      } as const;
      const workItemId = await askSecondPerson({ services, session }, transaction, item);
      await record(transaction, { customerId, reason, details: { accountNumber, rate, from, seenCents, workItemId } });
    });
    return { outcome: 'asked' };
  },

  'POST /api/desk/rate/ask-withdraw': async ({ services, session, body, record }) => {
    const { customerId, accountNumber, reason } = body;
    const found = await findWithdrawable(services, { customerId, accountNumber });
    if (!found.ok) throw new DeskRefusal(found.error === 'NotALoan' ? 404 : 409, found.error);
    const { rate, from, insteadOf } = found.value;
    if (rate !== body.rate || from !== body.from) throw new DeskRefusal(409, 'NoRateAhead');
    const customer = await services.host.findCustomer(customerId);
    const name = `Interest rate of loan ${accountNumber}`;
    await inTransaction(services.database, async (transaction) => {
      const item = {
        action: 'withdrawRate',
        customerId,
        customerName: customer?.personalName ?? customerId,
        input: { accountNumber, rate: String(rate), from },
        before: { [name]: `${formatRate(rate)} from ${formatDay(from)} on` },
        after: { [name]: `stays ${formatRate(insteadOf.rate)}` },
        reason,
      } as const;
      const workItemId = await askSecondPerson({ services, session }, transaction, item);
      await record(transaction, { customerId, reason, details: { accountNumber, rate, from, workItemId } });
    });
    return {};
  },
};

async function getPlan(services: Services, wanted: WantedRate): Promise<PlannedRate> {
  const planned = await planRate(services, wanted);
  if (!planned.ok) throw new DeskRefusal(planned.error === 'NotALoan' ? 404 : 409, planned.error);
  return planned.value;
}
