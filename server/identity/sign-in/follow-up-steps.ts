import { type FollowUpStep, followUpSteps } from '#common/identity/sign-in.api.ts';

export interface FollowUpFacts {
  /** A second factor is required and the device isn't trusted. */
  readonly needsSecurityCode: boolean;
  /** The institution asks for the SSN until the email address is verified. */
  readonly validatesSsn: boolean;
  readonly emailIsVerified: boolean;
  /** False after single sign-on, a fingerprint or a passkey. */
  readonly passwordWasEntered: boolean;
  readonly mustChangePassword: boolean;
  readonly hasPasswordQuestion: boolean;
  readonly recoversWithoutQuestion: boolean;
  readonly needsAgreements: boolean;
}

/** Returns the steps that apply, in order; empty if the dashboard is next. */
export function listFollowUpSteps(facts: FollowUpFacts): FollowUpStep[] {
  const applies: Readonly<Record<FollowUpStep, boolean>> = {
    securityCode: facts.needsSecurityCode,
    ssn: facts.validatesSsn && !facts.emailIsVerified && facts.passwordWasEntered,
    changePassword: facts.mustChangePassword,
    secretQuestion: !facts.hasPasswordQuestion && !facts.recoversWithoutQuestion,
    agreements: facts.needsAgreements,
  };
  return followUpSteps.filter((step) => applies[step]);
}
