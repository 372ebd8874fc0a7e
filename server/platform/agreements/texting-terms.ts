import type { Institution } from '#common/institution/institution.ts';
import { listNeededAgreements } from '#common/rules/agreements/needed-agreements.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import { listAgreementRecords } from './agreements.queries.ts';

/** Whether a person has agreed to all terms of text messages as they stand: without that, nobody is texted. */
export async function agreedToTexting(
  queryable: Queryable,
  { agreements }: Pick<Institution, 'agreements'>,
  userId: number,
): Promise<boolean> {
  if (!agreements.some(({ whenToAgree }) => whenToAgree.includes('texting'))) return true;
  return listNeededAgreements(agreements, 'texting', await listAgreementRecords(queryable, userId)).length === 0;
}
