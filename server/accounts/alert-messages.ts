import type { FilledText } from '#common/contract/all-texts.ts';
import { type Day, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import { type AccountAlerts, isDelinquencyDay, isDueDateAlertDay } from '#common/accounts/rules/alerts.ts';
import type { HostCustomer } from '#server/host/host.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import { composeMail, type Mail } from '#server/messages/compose-mail.ts';
import { composeText } from '#server/messages/compose-text.ts';
import type { OutgoingMessage } from '#server/messages/outbox.queries.ts';

export interface AlertRecipient {
  readonly userId: number;
  readonly customer: HostCustomer;
  readonly alerts: AccountAlerts;
}

/** Returns the alerts of a loan for one day; usually none. */
export function alertMessagesOf(
  institution: Institution,
  { userId, customer, alerts }: AlertRecipient,
  loan: HostLoan,
  on: Day,
): OutgoingMessage[] {
  const { dueOn } = loan;
  if (dueOn === null || loan.closed) return [];
  const to = { institution, userId, customer, about: `${userId}-${loan.accountNumber}-${on}` };
  const due = formatCents(loan.totalDueCents);
  const isDelinquent = isDelinquencyDay(dueOn, on, institution.servicing.delinquentAfterDays);
  const dueDates = alerts.email.dueDates.map((alert, index) =>
    isDueDateAlertDay(alert, dueOn, on)
      ? mail(to, `due-${index + 1}`, {
          subject: { key: 'alertMail.subjectDueDate', values: { date: formatDay(dueOn) } },
          body: {
            key: on > dueOn ? 'alertMail.bodyAfter' : 'alertMail.bodyBefore',
            values: { name: customer.personalName, amount: due, loan: loan.description, date: formatDay(dueOn) },
          },
        })
      : undefined,
  );
  const delinquentMail =
    isDelinquent && alerts.email.delinquent
      ? mail(to, 'delinquent', {
          subject: { key: 'alertMail.subjectDelinquent' },
          body: {
            key: 'alertMail.bodyDelinquent',
            values: { name: customer.personalName, loan: loan.description, date: formatDay(dueOn), amount: due },
          },
        })
      : undefined;
  const delinquentText =
    isDelinquent && alerts.text.delinquent
      ? text(to, 'delinquent', {
          key: 'alertText.delinquent',
          values: { loan: loan.description, amount: due },
        })
      : undefined;
  return [...dueDates, delinquentMail, delinquentText].filter((message) => message !== undefined);
}

/** Returns the email and text about a new e-statement. The occasion depends on the period, so each is sent once. */
export function statementMessagesOf(
  institution: Institution,
  { userId, customer, alerts }: AlertRecipient,
  loan: HostLoan,
  period: string,
): OutgoingMessage[] {
  const to = { institution, userId, customer, about: `${userId}-${loan.accountNumber}-${period}` };
  const byMail = alerts.email.statement
    ? mail(to, 'statement', {
        subject: { key: 'alertMail.subjectStatement' },
        body: { key: 'alertMail.bodyStatement', values: { name: customer.personalName, account: loan.description } },
      })
    : undefined;
  const byText = alerts.text.statement
    ? text(to, 'statement', { key: 'alertText.statement', values: { account: loan.description } })
    : undefined;
  return [byMail, byText].filter((message) => message !== undefined);
}

interface Address {
  readonly institution: Institution;
  readonly userId: number;
  readonly customer: HostCustomer;
  readonly about: string;
}

function mail(
  { institution, userId, customer, about }: Address,
  kind: string,
  words: Pick<Mail, 'subject' | 'body'>,
): OutgoingMessage | undefined {
  const occasion = `alert-${kind}-${about}`;
  const { customerId, emailAddress: recipient } = customer;
  return composeMail(institution, { occasion, recipient, customerId, userId, ...words });
}

function text(
  { institution, userId, customer, about }: Address,
  kind: string,
  words: FilledText<'alertText.delinquent' | 'alertText.statement', 'sender'>,
): OutgoingMessage | undefined {
  const occasion = `alert-text-${kind}-${about}`;
  return composeText(institution, { ...words, occasion, recipient: customer.textPhone, userId });
}
