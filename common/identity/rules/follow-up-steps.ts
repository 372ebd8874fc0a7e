/** What may stand between the right password and the accounts, in this order (A 2.6). */
export const followUpSteps = ['securityCode', 'ssn', 'changePassword', 'secretQuestion', 'agreements'] as const;

export type FollowUpStep = (typeof followUpSteps)[number];

/** What decides which steps a sign-in needs. */
export interface FollowUpFacts {
  /** A second factor is asked for, and the device is not trusted. */
  readonly needsSecurityCode: boolean;
  /** The institution asks for the social security number until the e-mail is verified. */
  readonly validatesSsn: boolean;
  readonly emailIsVerified: boolean;
  /** Not so after single sign-on, a fingerprint or a passkey. */
  readonly passwordWasEntered: boolean;
  readonly mustChangePassword: boolean;
  readonly hasPasswordQuestion: boolean;
  readonly recoversWithoutQuestion: boolean;
  readonly needsAgreements: boolean;
}

/** The steps that apply, in order; with none the person goes to the dashboard. */
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
