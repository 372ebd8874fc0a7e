import type { Day } from '#common/core/dates.ts';

/** Terms of the institution, as far as it matters here whether they were agreed to. */
export interface Terms {
  readonly name: string;
  readonly effectiveOn: Day;
  /** Whatever the terms must be agreed to for. */
  readonly whenToAgree: readonly string[];
}

/** Terms that somebody agreed to, in the version of a day. */
export interface AgreedTerms {
  readonly name: string;
  readonly dateOfTerms: Day;
}

/**
 * The terms of a trigger that were not agreed to in their present version: an
 * earlier record counts only with the same name and the same date (C-132).
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
