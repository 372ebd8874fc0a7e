import { addressFromWire, addressToWire, alertsFromWire, alertsToWire } from '#common/accounts/account-details.wire.ts';
import { failed, noErrors } from '#common/contract/answers.ts';
import { choosesTextAlerts, isSameAlerts, mergeAlerts, noAlerts } from '#common/accounts/rules/alerts.ts';
import { success } from '#common/core/results.ts';
import { cancelAllOfLoan } from '#server/payments/schedules/delete-planned-payment.command.ts';
import { hasErrors } from '#common/core/field-errors.ts';
import { hasStrangeSigns, isSameAddress, trimAddress, validateAddress } from '#common/core/mailing-address.ts';
import { assertConfirmed } from '#server/identity/confirmation/identity-confirmation.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import { accountSubject, customerSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { type Handler, ok } from '#server/platform/http/endpoint.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { getContacts } from '#server/messages/customer-contacts.ts';
import { composeMail } from '#server/messages/compose-mail.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';
import { agreePrimaryPhone } from '#server/host-tasks/change-phones.ts';
import { mayBeTexted } from '#server/messages/texting-consent.ts';
import { isCityOfZip } from '#server/platform/postal-codes/postal-codes.queries.ts';
import { findAlerts, saveAlerts } from './alerts.queries.ts';
import { shownAlerts } from './shown-alerts.ts';

/**
 * Changes the mailing address of one loan; not for closed loans (M 2). An email lets the customer report a change they
 * didn't make.
 */
export const updateAddress: Handler<'POST /api/Account/UpdateAddress'> = async ({ body, services, session }) => {
  const { clock, database, host, institution } = services;
  const accountNumber = body.AccountNumber;
  const address = trimAddress(addressFromWire(body.Address));
  if (hasErrors(validateAddress(address)) || hasStrangeSigns(address)) return ok(failed('CorrectErrors'));
  const moment = clock.moment();
  const found = await host.findLoanDetails(session.customerId, accountNumber, moment.today);
  if (!found || found.loan.closed) return ok(failed('Error'));
  const { loan, mailingAddress: current } = found;
  if (isSameAddress(address, current)) return ok({ ...noErrors, Address: addressToWire(current) });
  if (body.Before && !isSameAddress(addressFromWire(body.Before), current)) return ok(failed('Stale'));
  if (!(await isCityOfZip(database, address))) return ok(failed('ZipCityNoMatch'));
  await assertConfirmed(services, session);
  const customer = await host.findCustomer(session.customerId);
  const mail = composeMail(institution, {
    occasion: `mailing-address-${session.userId}-${moment.at.epochMilliseconds}`,
    recipient: customer?.emailAddress ?? '',
    userId: session.userId,
    subject: { key: 'addressMail.subject' },
    body: { key: 'addressMail.body', values: { name: customer?.personalName ?? '', loan: loan.description } },
  });
  const readAddress = async () =>
    (await host.findLoanDetails(session.customerId, accountNumber, moment.today))?.mailingAddress;
  const subject = accountSubject(accountNumber);
  const changed = await readThenChange(database, subject, readAddress, async (transaction, now) => {
    if (!now || !isSameAddress(now, current)) return false;
    await raiseGuard(transaction, subject);
    const task = { kind: 'changeMailingAddress', accountNumber, address, at: moment.at.toString() } as const;
    await enqueueHostTask(services, transaction, task);
    await services.audit.record(transaction, {
      event: 'mailing-address-changed',
      userId: session.userId,
      details: { loan: loan.description },
    });
    if (mail) await enqueueMessage(services, transaction, mail, moment.at);
    return true;
  });
  return ok(changed ? { ...noErrors, Address: addressToWire(address) } : failed('Stale'));
};

/** Not for closed loans. Newly chosen text messages need accepted terms. */
export const updateAlerts: Handler<'POST /api/AccountAlerts'> = async ({ body, services, session }) => {
  const { clock, database, host } = services;
  const accountNumber = body.AccountNumber;
  const wanted = alertsFromWire(body);
  const loan = await host.findLoan(session.customerId, accountNumber, clock.today());
  if (!loan || loan.closed) return ok(failed('Error'));
  const kept = await findAlerts(database, session.userId, accountNumber);
  const current = await shownAlerts(services, session, kept);
  const alerts = body.Before ? mergeAlerts(wanted, alertsFromWire(body.Before), current) : wanted;
  if (!alerts) return ok(failed('Stale'));
  const newTexts = choosesTextAlerts(alerts, current);
  if (newTexts && !(await mayBeTexted(services, session))) return ok(failed('Error'));
  const { customerId } = session;
  const readPhones = async () => (newTexts ? (await getContacts(host, customerId)).phones : []);
  const subject = customerSubject(customerId);
  const saved = await readThenChange(database, subject, readPhones, async (transaction, phones) => {
    const now = await findAlerts(transaction, session.userId, accountNumber);
    if (body.Before && !isSameAlerts(now ?? noAlerts, kept ?? noAlerts)) return false;
    await saveAlerts(transaction, { userId: session.userId, accountNumber }, alerts, clock.now());
    if (newTexts) await agreePrimaryPhone(services, transaction, customerId, phones);
    return true;
  });
  return ok(saved ? { ...noErrors, Alerts: alertsToWire(alerts) } : failed('Stale'));
};

/**
 * Hides a loan from the web; other kinds stay visible. Scheduled and recurring payments either continue or are stopped
 * in the same transaction. Statements that were electronic come on paper from then on, since the customer couldn't open
 * them: those of a line of credit must reach them (12 CFR 1026.5(b)(2)).
 */
export const hideAccount: Handler<'POST /api/Account/ShowHideAccount'> = async ({ body, services, session }) => {
  const { clock, database, host } = services;
  const moment = clock.moment();
  const { customerId } = session;
  const readDetails = () => host.findLoanDetails(customerId, body.AccountNumber, moment.today);
  // Waits for a change of how statements are sent, which is the customer's.
  const subjects = [accountSubject(body.AccountNumber), customerSubject(customerId)];
  const hidden = await readThenChange(database, subjects, readDetails, async (transaction, found) => {
    if (!found) throw new Refusal(404, 'NotFound');
    const { accountNumber, closed, description } = found.loan;
    if (body.StopPayments) {
      const stopped = await cancelAllOfLoan(services, transaction, session, accountNumber, moment);
      if (!stopped.ok) return stopped;
    }
    const statementsOnPaper = !closed && found.statementPreference === 'Electronic';
    if (statementsOnPaper) {
      const task = { kind: 'setStatementFormat', customerId, accountNumber, format: 'Paper' } as const;
      await enqueueHostTask(services, transaction, task);
    }
    await raiseGuard(transaction, accountSubject(accountNumber));
    await enqueueHostTask(services, transaction, { kind: 'hideFromWeb', accountNumber });
    await services.audit.record(transaction, {
      event: 'account-hidden',
      userId: session.userId,
      details: { loan: description, accountNumber, stoppedPayments: body.StopPayments ?? false, statementsOnPaper },
    });
    return success(undefined);
  });
  return ok(hidden.ok ? noErrors : failed(hidden.error));
};
