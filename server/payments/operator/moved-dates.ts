import { type Day, formatDay } from '#common/core/dates.ts';
import type { DueDates } from '#server/host/host-servicing.ts';
import type { DocumentWords } from '#server/platform/pdf/document-words.ts';

interface MovedTexts {
  readonly next: 'dueDateMail.next' | 'deferralMail.next';
  readonly last: 'dueDateMail.last' | 'deferralMail.last';
}

/** Lines of a mail: how the next and the last payment move. */
export function movedDates(
  words: DocumentWords,
  texts: MovedTexts,
  { now, after }: { readonly now: DueDates; readonly after: DueDates },
): string[] {
  const line = (key: keyof MovedTexts, before: Day | null, then: Day | null) =>
    before === null || then === null ? [] : [words(texts[key], { before: formatDay(before), after: formatDay(then) })];
  return [...line('next', now.dueOn, after.dueOn), ...line('last', now.lastDueOn, after.lastDueOn)];
}
