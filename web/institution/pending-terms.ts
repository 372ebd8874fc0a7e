import { agreementTriggers } from '#common/institution/parse-agreement.ts';
import type { Agreement, WhenToAgree } from '#common/institution/institution.ts';
import { findDay } from '#common/core/dates.ts';
import { type AgreedTerms, listNeededAgreements } from '#common/identity/rules/needed-agreements.ts';
import { call, type CallResult } from '#web/data/client.ts';
import { currentSession } from '#web/data/session.ts';

/**
 * Returns the terms of an occasion whose current version the customer hasn't accepted (C-030); undefined if they can't
 * be loaded.
 */
export async function findPendingTerms(
  agreements: readonly Agreement[],
  trigger: WhenToAgree,
): Promise<Agreement[] | undefined> {
  const wanted = agreements.filter(({ whenToAgree }) => whenToAgree.includes(trigger));
  // Terms accepted on another occasion, such as sign-in, count too.
  const occasions = new Set(wanted.flatMap(({ whenToAgree }) => whenToAgree));
  const lists = await Promise.all([...occasions].map((occasion) => listAgreed(agreementTriggers.indexOf(occasion))));
  const agreed = lists.flatMap((list) => list ?? []);
  return lists.includes(undefined) ? undefined : listNeededAgreements(wanted, trigger, agreed);
}

export function agreeToTerms(agreements: readonly Agreement[]): Promise<CallResult<unknown>> {
  const body = {
    Agreements: agreements.map(({ hostNumber }) => hostNumber),
    UserName: currentSession()?.username ?? '',
    TurnEStatementsOn: null,
  };
  return call('POST /api/AgreementLogging', { body });
}

async function listAgreed(whenToAgree: number): Promise<AgreedTerms[] | undefined> {
  const body = { UserName: currentSession()?.username ?? '', WhenToAgree: whenToAgree };
  const result = await call('POST /api/AgreementLogging/GetAgreementLogs', { body });
  if (result.kind !== 'answer') return undefined;
  return result.body.Agreements.flatMap(({ NameOfTerms, DateOfTerms }) => {
    const dateOfTerms = findDay(DateOfTerms);
    return dateOfTerms ? [{ name: NameOfTerms, dateOfTerms }] : [];
  });
}
