import { type Day, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { DueDates } from '#server/host/host-loan-terms.ts';
import type { DocumentWords } from '#server/platform/pdf/document-words.ts';

interface MovedTexts {
  readonly next: 'dueDateMail.next' | 'deferralMail.next';
  readonly last: 'dueDateMail.last' | 'deferralMail.last';
  readonly newPayment: 'dueDateMail.newPayment' | 'deferralMail.newPayment';
}

/** Lines of an email: how the next and the last payment move, and with them the first one of a new amount. */
export function movedDates(
  words: DocumentWords,
  texts: MovedTexts,
  { now, after }: { readonly now: DueDates; readonly after: DueDates },
): string[] {
  const line = (key: 'next' | 'last', before: Day | null, then: Day | null) =>
    before === null || then === null ? [] : [words(texts[key], { before: formatDay(before), after: formatDay(then) })];
  return [
    ...line('next', now.dueOn, after.dueOn),
    ...after.newInstallments.map(({ firstOn, amountCents, formerCents }) =>
      words(texts.newPayment, {
        date: formatDay(firstOn),
        after: formatCents(amountCents),
        before: formatCents(formerCents),
      }),
    ),
    ...line('last', now.lastDueOn, after.lastDueOn),
  ];
}

/** The same for staff. */
export function newPaymentLines({ newInstallments }: DueDates): string[] {
  return newInstallments.map(
    ({ firstOn, amountCents }) =>
      `The payment of ${formatCents(amountCents)} would first be due ${formatDay(firstOn)}.`,
  );
}
