import type { Day } from '#common/core/dates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { SubmissionError } from '#common/payments/rules/validate-submission.ts';
import { mailCustomer } from '#server/payments/mail-customer.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { changePlannedPayment, type PlannedPaymentRef } from './delete-planned-payment.command.ts';
import { checkSkip } from './check-edit.ts';
import { updateRecurring } from './recurring-payments.queries.ts';
import { skippedMail } from './planned-payment-mails.ts';

/** A new handle for the visit, and the next payment day. */
export type SkipAnswer = Result<{ readonly token: string; readonly nextOn: Day }, SubmissionError>;

export async function skipRecurring(
  services: Services,
  session: Session,
  named: PlannedPaymentRef,
): Promise<SkipAnswer> {
  let nextOn: Day | undefined;
  const changed = await changePlannedPayment(
    services,
    session,
    named,
    async (transaction, recurringId, moment, loan) => {
      const checked = await checkSkip(services, session, transaction, { named, id: recurringId, moment, loan });
      if (!checked.ok) return checked;
      const { recurring, next } = checked.value;
      const event = { name: 'skipped', on: recurring.nextOn, at: moment.at } as const;
      await updateRecurring(transaction, recurringId, { terms: { ...recurring, ...next } }, event);
      const details = { recurringId, skipped: recurring.nextOn };
      await services.audit.record(transaction, { event: 'recurring-payment-skipped', userId: session.userId, details });
      const skipped = { ...recurring, id: recurringId, skippedOn: recurring.runOn, nextOn: next.runOn };
      const mail = skippedMail(services.institution, skipped);
      await mailCustomer(services, transaction, session.customerId, mail, moment.at);
      nextOn = next.runOn;
      return success(undefined);
    },
  );
  if (!changed.ok) return changed;
  return nextOn === undefined ? failure('Error') : success({ token: changed.value, nextOn });
}
