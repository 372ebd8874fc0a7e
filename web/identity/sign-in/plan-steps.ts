import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import type { Day } from '#common/core/dates.ts';
import { LOGIN_TRIGGER, termsFromSettings } from '#common/institution/agreement-terms.ts';
import { listNeededAgreements, type Terms } from '#common/identity/rules/needed-agreements.ts';
import { type FollowUpStep, listFollowUpSteps } from '#common/identity/rules/follow-up-steps.ts';
import { optionOf, type Settings } from '#web/institution/settings.ts';

/** The follow-up steps of a login response, by the rule that the server goes by too (A 2.6). */
export function planSteps(settings: Settings, response: LoginResponse, passwordWasEntered: boolean): FollowUpStep[] {
  const terms = termsFromSettings(settings.gassySettings.shared);
  return listFollowUpSteps({
    needsSecurityCode: response.SecondFactor !== 'none',
    validatesSsn: optionOf(settings, 'loginOptions.useSsnValidationOption'),
    emailIsVerified: response.EmailIsVerified,
    passwordWasEntered,
    mustChangePassword: response.MustChangePassword,
    hasPasswordQuestion: response.HasPasswordQuestion,
    recoversWithoutQuestion: optionOf(settings, 'loginOptions.recoverWithoutQuestionOption'),
    needsAgreements: listNotAgreed(terms, LOGIN_TRIGGER, response).length > 0,
  });
}

/** The terms of a trigger that the customer has still to agree to (C-132). */
export function listNotAgreed<Agreement extends Terms>(
  agreements: readonly Agreement[],
  trigger: Agreement['whenToAgree'][number],
  { WebAgreementLogs }: LoginResponse,
): Agreement[] {
  const agreed = WebAgreementLogs.map(({ Name, DateOfTerms }) => ({ name: Name, dateOfTerms: DateOfTerms as Day }));
  return listNeededAgreements(agreements, trigger, agreed);
}
