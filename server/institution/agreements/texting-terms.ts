import type { Institution, WhenToAgree } from '#common/institution/institution.ts';
import { type AgreedTerms, listNeededAgreements } from '#common/identity/rules/needed-agreements.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import { listAgreementRecords } from './agreements.queries.ts';

/** Returns whether the user accepted the current terms of all text messages. Required before texting anyone. */
export function agreedToTexting(
  queryable: Queryable,
  institution: Pick<Institution, 'agreements'>,
  userId: number,
): Promise<boolean> {
  return agreedTo('texting', queryable, institution, userId);
}

/** Returns whether the user accepted all current terms of a trigger. */
export async function agreedTo(
  trigger: WhenToAgree,
  queryable: Queryable,
  institution: Pick<Institution, 'agreements'>,
  userId: number,
): Promise<boolean> {
  if (includesAll(trigger, institution, [])) return true;
  return includesAll(trigger, institution, await listAgreementRecords(queryable, userId));
}

/** Returns whether all current terms of a trigger are among those a user agreed to. */
export function includesAll(
  trigger: WhenToAgree,
  { agreements }: Pick<Institution, 'agreements'>,
  agreed: readonly AgreedTerms[],
): boolean {
  return listNeededAgreements(agreements, trigger, agreed).length === 0;
}
