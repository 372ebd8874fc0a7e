import { formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { movedPaymentsApi } from '#common/desk/moved-payments.api.ts';
import { requestApprovalForCustomer } from '#server/desk/approvals/request-approval.command.ts';
import { type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { findMovable, type NamedMoney } from '#server/payments/operator/movable-payment.ts';
import { type MovePreview, type NewMove, previewMove } from '#server/payments/operator/move-payment.command.ts';
import type { Services } from '#server/services.ts';

interface RequestedMove extends NamedMoney {
  readonly customerId: string;
  readonly toCustomerId: string;
  readonly toAccountNumber: string;
  readonly waivedChargeIds?: readonly string[];
}

export const movedPaymentsHandlers: DeskHandlers<typeof movedPaymentsApi> = {
  'GET /api/desk/moved-payments/preview': async ({ services, query }) => {
    const { payment, allocation, lateCharges, ...preview } = await getPreview(services, query);
    const { effectiveOn, fromPrincipalAfterCents, overpaidCents, principalAfterCents, nextDueOn } = preview;
    return {
      totalCents: payment.totalCents,
      fromAccountNumber: payment.place.accountNumber,
      effectiveOn,
      fromPrincipalAfterCents,
      ...allocation,
      overpaidCents,
      principalAfterCents,
      nextDueOn,
      lateCharges: lateCharges.map(({ chargeId, chargedOn, amountCents }) => ({ chargeId, chargedOn, amountCents })),
    };
  },

  'POST /api/desk/moved-payments/ask': async (call) => {
    const { kind, id, toCustomerId, toAccountNumber, waivedChargeIds } = call.body;
    const preview = await getPreview(call.services, call.body);
    const fromAccountNumber = preview.payment.place.accountNumber;
    const money = inputOf({ kind, id });
    const to = { toCustomerId, toAccountNumber, waivedChargeIds: waivedChargeIds.join(' ') };
    const shown = await describe(call.services, call.body, preview);
    await requestApprovalForCustomer(call, () => ({
      action: 'movePayment',
      input: { ...money, fromAccountNumber, ...to },
      ...shown,
      details: { ...money, from: fromAccountNumber, to: toAccountNumber },
    }));
    return {};
  },
};

/** As `hasOpenWorkItem` looks for it. */
function inputOf({ kind, id }: NamedMoney): Readonly<Record<string, string>> {
  return kind === 'payment' ? { paymentId: id } : { receivedId: id };
}

/** @throws DeskRefusal 404 for a payment of another customer */
async function getPreview(services: Services, asked: RequestedMove): Promise<MovePreview> {
  const { kind, id, customerId, toCustomerId, toAccountNumber, waivedChargeIds = [] } = asked;
  const money = { kind, id };
  const payment = await findMovable(services.database, money);
  if (payment?.customerId !== customerId) throw new DeskRefusal(404, payment ? 'NotFound' : 'NotMovable');
  const to = { customerId: toCustomerId, accountNumber: toAccountNumber };
  const move: NewMove = { money, to, waivedChargeIds };
  const preview = await previewMove(services, move);
  if (!preview.ok) throw new DeskRefusal(409, preview.error);
  return preview.value;
}

/** For the person who approves. */
async function describe({ host }: Services, { waivedChargeIds = [], ...asked }: RequestedMove, preview: MovePreview) {
  const { payment, effectiveOn, lateCharges, overpaidCents } = preview;
  const { customerId, accountNumber } = payment.place;
  const [from, to] = await Promise.all([host.findCustomer(customerId), host.findCustomer(asked.toCustomerId)]);
  const name = `Payment of ${formatCents(payment.totalCents)} ${payment.name}`;
  const overpaid = overpaidCents > 0 ? `, ${formatCents(overpaidCents)} more than is owed there` : '';
  const waived = lateCharges
    .filter(({ chargeId }) => waivedChargeIds.includes(chargeId))
    .map(({ chargedOn, amountCents }) => [`Late charge of ${formatDay(chargedOn)}`, formatCents(amountCents)] as const);
  const theirName = to?.personalName ?? asked.toCustomerId;
  const whose = asked.toCustomerId === customerId ? '' : ` of ${theirName} (${asked.toCustomerId}), another customer`;
  return {
    before: {
      [name]: `on loan ${accountNumber} of ${from?.personalName ?? customerId}`,
      ...Object.fromEntries(waived),
    },
    after: {
      [name]: `on loan ${asked.toAccountNumber}${whose}, from ${formatDay(effectiveOn)} on${overpaid}`,
      ...Object.fromEntries(waived.map(([charge]) => [charge, 'waived'])),
    },
  };
}
