import { failed } from '#common/contract/answers.ts';
import { paymentTermsToWire } from '#common/payments/payments.wire.ts';
import { availablePayments } from '#common/payments/rules/availability.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readGuard } from '#server/host-tasks/host-tasks.queries.ts';
import type { Handler } from '#server/platform/http/endpoint.ts';
import { ok } from '#server/platform/http/endpoint.ts';
import { sealHandle } from '#server/payments/submit/submission-request.wire.ts';
import { listUsableMethods } from './methods/usable-methods.ts';
import { describeContext } from './read-payment-terms.ts';
import { showPlannedPayments } from './schedules/planned-payments-of-loan.ts';
import { readLoanPayments } from './submit/submission.queries.ts';

/** Returns the loan info (P 3). An account that cannot be paid at all answers with its account error (P 8). */
export const getPaymentInfo: Handler<'GET /api/PaymentInformation/GetPaymentInfo'> = async ({
  query: { accountNumber },
  services,
  session,
}) => {
  const { clock, database, host } = services;
  const moment = clock.moment();
  const { customerId } = session;
  const keepsFigures = services.institution.options['paymentOptions.acceptPendingAch'];
  // Read before the host, so that a change meanwhile makes the figures out of date.
  const guard = keepsFigures ? await readGuard(database, accountSubject(accountNumber)) : undefined;
  const loan = await host.findLoan(customerId, accountNumber, moment.today);
  if (!loan) return ok(failed('Generic'));
  const payments = await readLoanPayments(database, { userId: session.userId, accountNumber });
  const { terms, settings, circumstances } = describeContext(services, session, loan, moment, payments);
  const { account } = availablePayments(terms, settings, circumstances);
  if (!account.allowed) return ok(failed(account.reason));
  const seen = guard && !guard.hasTask ? { customerId, loan, asOf: moment.today, version: guard.version } : null;
  const planned = await showPlannedPayments(services, session, database, payments, loan);
  const shown = { ...terms, ...planned };
  return ok(
    paymentTermsToWire(shown, {
      encryptedData: sealHandle(services, session, accountNumber, moment.at, seen),
      immediateAchBlockedAfterCutoff: settings.immediateAchBlockedAfterCutoff,
      savedMethods: await listUsableMethods(services, session),
    }),
  );
};
