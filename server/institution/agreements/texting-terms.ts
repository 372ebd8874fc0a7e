import type { Institution, WhenToAgree } from '#common/institution/institution.ts';
import { listNeededAgreements } from '#common/identity/rules/needed-agreements.ts';
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
  { agreements }: Pick<Institution, 'agreements'>,
  userId: number,
): Promise<boolean> {
  if (!agreements.some(({ whenToAgree }) => whenToAgree.includes(trigger))) return true;
  return listNeededAgreements(agreements, trigger, await listAgreementRecords(queryable, userId)).length === 0;
}
