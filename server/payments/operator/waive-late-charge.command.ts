import { formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { forStaff } from '#server/host/host-accounts.ts';
import type { LateCharge } from '#server/host/host-payments.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { mailCustomer, type PaymentMail, shownLoan } from '#server/payments/mail-customer.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

export interface NamedCharge {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly chargeId: string;
}

export type WaiveRefusal = 'NoSuchCharge' | 'ChargePaid' | 'FiguresFromFiles';

/** Returns whether nightly files of a core replace the figures of a loan: what is waived here would come back. */
export async function hasFiguresFromFiles(
  { clock, host }: Pick<Services, 'clock' | 'host'>,
  customerId: string,
  accountNumber: string,
): Promise<boolean> {
  const accounts = await host.listAccounts(customerId, clock.today(), forStaff);
  return (accounts.find(({ number }) => number === accountNumber)?.figuresAsOf ?? null) !== null;
}

/**
 * Waives a late charge, or a returned-payment fee, that is still owed: a transfer takes it back, and the customer is told.
 * @param within runs in the transaction of the change
 */
export function waiveLateCharge(
  services: Services,
  { customerId, accountNumber, chargeId }: NamedCharge,
  decision: PaymentDecision,
  within: (transaction: Transaction, charge: LateCharge) => Promise<void>,
): Promise<Result<void, WaiveRefusal>> {
  const { audit, clock, database, host, institution } = services;
  const subject = accountSubject(accountNumber);
  const read = async () => ({
    charges: await host.listLateCharges(customerId, accountNumber),
    fromFiles: await hasFiguresFromFiles(services, customerId, accountNumber),
  });
  return readThenChange(database, subject, read, async (transaction, { charges, fromFiles }) => {
    if (fromFiles) return failure('FiguresFromFiles');
    const charge = charges.find((listed) => listed.chargeId === chargeId);
    if (!charge) return failure('NoSuchCharge');
    if (!charge.owed) return failure('ChargePaid');
    const { at, today } = clock.moment();
    await raiseGuard(transaction, subject);
    const reversal = { kind: 'reverseLateCharge', accountNumber, chargeId, effectiveOn: today } as const;
    await enqueueHostTask(services, transaction, { ...reversal, postedAt: at.toString() });
    await mailCustomer(services, transaction, customerId, waivedMail(institution, accountNumber, charge), at);
    const { kind = 'late', amountCents } = charge;
    const details = { customerId, accountNumber, chargeId, kind, amountCents, ...decision };
    await audit.record(transaction, { event: 'late-charge-waived', userId: null, details });
    await within(transaction, charge);
    return success(undefined);
  });
}

export function waivedMail(
  institution: Services['institution'],
  accountNumber: string,
  { chargeId, kind, amountCents, chargedOn }: LateCharge,
): PaymentMail {
  const values = {
    amount: formatCents(amountCents),
    date: formatDay(chargedOn),
    loan: shownLoan(institution, accountNumber),
  };
  return {
    occasion: `late-charge-waived-${chargeId}`,
    ...(kind === 'returnedPayment'
      ? {
          subject: { key: 'returnedPaymentFeeWaivedMail.subject' },
          body: { key: 'returnedPaymentFeeWaivedMail.body', values },
        }
      : { subject: { key: 'lateChargeWaivedMail.subject' }, body: { key: 'lateChargeWaivedMail.body', values } }),
  };
}
