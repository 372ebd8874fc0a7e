import { type Day, formatDay } from '#common/core/dates.ts';
import type { DueDates } from '#server/host/host-servicing.ts';
import type { DocumentWords } from '#server/platform/pdf/document-words.ts';

/** Lines of a mail: how the next and the last payment move. */
export function movedDates(
  words: DocumentWords,
  mail: 'dueDateMail' | 'deferralMail',
  { now, after }: { readonly now: DueDates; readonly after: DueDates },
): string[] {
  const line = (key: 'next' | 'last', before: Day | null, then: Day | null) =>
    before === null || then === null
      ? []
      : [words(`${mail}.${key}`, { before: formatDay(before), after: formatDay(then) })];
  return [...line('next', now.dueOn, after.dueOn), ...line('last', now.lastDueOn, after.lastDueOn)];
}
