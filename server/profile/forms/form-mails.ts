import type { RequestForm } from '#common/profile/rules/request-form.ts';
import type { HostTask } from '#server/host-tasks/host-task.ts';

/** Says that a request arrived, so customers notice one they didn't send; none of its words, since others may read the mailbox. */
export function receivedMail(
  customerId: string,
  requestId: number,
  { paymentsContinue, siteUrl, at }: Pick<RequestForm, 'paymentsContinue'> & MailFacts,
): HostTask {
  const key = paymentsContinue ? 'requestFormMail.paymentsContinueBody' : 'requestFormMail.receivedBody';
  return {
    kind: 'mail',
    customerId,
    mail: {
      occasion: `request-received-${requestId}`,
      subject: { key: 'requestFormMail.receivedSubject' },
      body: { key },
      link: linkTo(siteUrl),
    },
    at: at.toString(),
  };
}

/** Says that there is an answer, and not which. */
export function decidedMail(customerId: string, requestId: number, { siteUrl, at }: MailFacts): HostTask {
  return {
    kind: 'mail',
    customerId,
    mail: {
      occasion: `request-decided-${requestId}`,
      subject: { key: 'requestFormMail.decidedSubject' },
      body: { key: 'requestFormMail.decidedBody' },
      link: linkTo(siteUrl),
    },
    at: at.toString(),
  };
}

interface MailFacts {
  readonly siteUrl: string;
  readonly at: Temporal.Instant;
}

function linkTo(siteUrl: string) {
  return { label: 'requestFormMail.link', url: `${siteUrl}/#/myaccount/requests`, opensPortal: true } as const;
}
