import { formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { centsOption } from '#common/contract/option-kinds.ts';
import type { lateChargesApi } from '#common/desk/late-charges.api.ts';
import { requestApprovalForCustomer } from '#server/desk/approvals/request-approval.command.ts';
import { hasOpenWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { type DeskCall, type DeskHandlers, DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import type { LateCharge } from '#server/host/host-payments.ts';
import { hasFiguresFromFiles, waiveLateCharge } from '#server/payments/operator/waive-late-charge.command.ts';
import type { Services } from '#server/services.ts';

function needsApproval({ institution }: Services, { amountCents }: LateCharge): boolean {
  const limit = centsOption(institution.options['deskOptions.lateChargeWaivedAlone']);
  return limit === null || amountCents > limit;
}

type WaiveCall = DeskCall<'POST /api/desk/late-charges/waive'>;

export const lateChargesHandlers: DeskHandlers<typeof lateChargesApi> = {
  'GET /api/desk/late-charges': async ({ services, query: { customerId, accountNumber } }) => {
    const charges = await services.host.listLateCharges(customerId, accountNumber);
    const asked = await Promise.all(
      charges.map(({ chargeId }) =>
        hasOpenWorkItem(services.database, 'waiveLateCharge', customerId, { accountNumber, chargeId }),
      ),
    );
    return {
      charges: charges.map((charge, index) => ({
        ...charge,
        kind: charge.kind ?? 'late',
        needsApproval: needsApproval(services, charge),
        asked: asked[index] ?? false,
      })),
    };
  },

  'POST /api/desk/late-charges/waive': async (call) => {
    const { services, session, body, record } = call;
    const { customerId, accountNumber, chargeId, reason } = body;
    const charges = await services.host.listLateCharges(customerId, accountNumber);
    const charge = charges.find((listed) => listed.chargeId === chargeId);
    if (!charge) throw new DeskRefusal(404, 'NoSuchCharge');
    if (!charge.owed) throw new DeskRefusal(409, 'ChargePaid');
    if (await hasFiguresFromFiles(services, customerId, accountNumber)) throw new DeskRefusal(409, 'FiguresFromFiles');
    if (needsApproval(services, charge)) {
      await requestWaiver(call, charge);
      return { outcome: 'asked' };
    }
    const { amountCents } = charge;
    const decision = { by: session.emailAddress, reason };
    const waived = await waiveLateCharge(services, body, decision, (transaction) =>
      record(transaction, { customerId, reason, details: { accountNumber, chargeId, amountCents } }),
    );
    if (!waived.ok) throw new DeskRefusal(409, waived.error);
    return { outcome: 'waived' };
  },
};

async function requestWaiver(call: WaiveCall, charge: LateCharge): Promise<void> {
  const { accountNumber, chargeId } = call.body;
  const what = charge.kind === 'returnedPayment' ? 'Returned payment fee' : 'Late charge';
  const name = `${what} of ${formatDay(charge.chargedOn)} on loan ${accountNumber}`;
  await requestApprovalForCustomer(call, () => ({
    action: 'waiveLateCharge',
    input: { accountNumber, chargeId },
    before: { [name]: formatCents(charge.amountCents) },
    after: { [name]: 'waived' },
    details: { accountNumber, chargeId },
  }));
}
