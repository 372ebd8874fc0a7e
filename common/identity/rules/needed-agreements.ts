import type { Day } from '#common/core/dates.ts';

export interface Terms {
  readonly name: string;
  readonly effectiveOn: Day;
  readonly whenToAgree: readonly string[];
}

export interface AgreedTerms {
  readonly name: string;
  readonly dateOfTerms: Day;
}

/**
 * Returns a trigger's agreements not yet accepted in their current version: a record counts only with the same name and
 * date (C-132).
 */
export function listNeededAgreements<Agreement extends Terms>(
  agreements: readonly Agreement[],
  trigger: Agreement['whenToAgree'][number],
  agreed: readonly AgreedTerms[],
): Agreement[] {
  return agreements.filter(
    ({ name, effectiveOn, whenToAgree }) =>
      whenToAgree.includes(trigger) &&
      !agreed.some((record) => record.name === name && record.dateOfTerms === effectiveOn),
  );
}
