import { type Day, formatDay } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import { composeMail } from '#server/platform/mail/compose-mail.ts';
import type { OutgoingMessage } from '#server/platform/mail/outbox.queries.ts';
import { amountDrawn, methodName, shownLoan } from './mail-words.ts';
import type { MethodSnapshot } from './payments.queries.ts';

/** What customers are told when they set a payment up, change it, leave one out or delete it; whoever did not is warned. */

type Mail = OutgoingMessage | undefined;

/** A payment of a later day, or one that recurs, as it stands now. */
export interface SetUpFacts {
  readonly id: string;
  readonly referenceNumber: string;
  readonly accountNumber: string;
  /** All that is drawn; nothing where the total due of the day is. */
  readonly totalCents: Cents | null;
  readonly on: Day;
  readonly method: Pick<MethodSnapshot, 'type' | 'lastFour'>;
  readonly receiptTo: string;
}

export function setUpCreatedMail(institution: Institution, facts: SetUpFacts, recurs: boolean): Mail {
  const { amount, loan, on, method } = wordsOf(institution, facts);
  return composeMail(institution, {
    occasion: `set-up-created-${facts.id}`,
    recipient: facts.receiptTo,
    subject: { key: recurs ? 'recurringCreatedMail.subject' : 'scheduledCreatedMail.subject' },
    body: {
      key: recurs ? 'recurringCreatedMail.body' : 'scheduledCreatedMail.body',
      fills: [amount, loan, on, method, facts.method.lastFour, facts.referenceNumber],
    },
  });
}

/** @param at tells one change from the next. */
export function setUpChangedMail(institution: Institution, facts: SetUpFacts, at: Temporal.Instant): Mail {
  const { amount, loan, on, method } = wordsOf(institution, facts);
  return composeMail(institution, {
    occasion: `set-up-changed-${facts.id}-${at.toString()}`,
    recipient: facts.receiptTo,
    subject: { key: 'setUpChangedMail.subject' },
    body: { key: 'setUpChangedMail.body', fills: [loan, amount, on, method, facts.method.lastFour] },
  });
}

export function skippedMail(
  institution: Institution,
  skipped: Pick<SetUpFacts, 'id' | 'accountNumber' | 'receiptTo'> & { readonly skippedOn: Day; readonly nextOn: Day },
): Mail {
  return composeMail(institution, {
    occasion: `set-up-skipped-${skipped.id}-${skipped.skippedOn}`,
    recipient: skipped.receiptTo,
    subject: { key: 'recurringSkippedMail.subject' },
    body: {
      key: 'recurringSkippedMail.body',
      fills: [shownLoan(institution, skipped.accountNumber), formatDay(skipped.skippedOn), formatDay(skipped.nextOn)],
    },
  });
}

export function setUpDeletedMail(
  institution: Institution,
  deleted: Pick<SetUpFacts, 'id' | 'accountNumber' | 'on' | 'receiptTo'>,
): Mail {
  return composeMail(institution, {
    occasion: `set-up-deleted-${deleted.id}`,
    recipient: deleted.receiptTo,
    subject: { key: 'setUpDeletedMail.subject' },
    body: {
      key: 'setUpDeletedMail.body',
      fills: [shownLoan(institution, deleted.accountNumber), formatDay(deleted.on)],
    },
  });
}

function wordsOf(institution: Institution, { accountNumber, totalCents, on, method }: SetUpFacts) {
  return {
    amount: amountDrawn(institution, totalCents),
    loan: shownLoan(institution, accountNumber),
    on: formatDay(on),
    method: methodName(institution, method.type),
  };
}
