import { asksForSecurity } from '#common/registration/rules/security-rules.ts';
import { type AnyStep, defineStep, type Steps } from '#web/kit/use-steps.ts';
import { EmailCodeSection } from './sections/EmailCodeSection.tsx';
import { CredentialsSection } from './sections/CredentialsSection.tsx';
import { PersonalSection } from './sections/PersonalSection.tsx';
import { SecuritySection } from './sections/SecuritySection.tsx';
import type { Registration, RegistrationSteps, RegistrationTab } from './use-registration.ts';

/** The sections of a registration, in order (A 2.8). */
export const registrationSteps: readonly AnyStep<RegistrationSteps, Registration>[] = [
  defineStep({
    id: 'personalInfo',
    title: 'register.personalTab',
    applies: () => true,
    complete: (_, { personalIsValid }) => personalIsValid,
    component: PersonalSection,
  }),
  defineStep({
    id: 'emailVerification',
    title: 'registerCode.heading',
    applies: (_, { settings }) => settings.verifiesEmail,
    complete: (_, { emailCode }) => emailCode.verified,
    component: EmailCodeSection,
  }),
  defineStep({
    id: 'security',
    title: 'register.securityTab',
    applies: (_, { settings }) => asksForSecurity(settings),
    complete: (_, { securityIsValid }) => securityIsValid,
    component: SecuritySection,
  }),
  defineStep({
    id: 'credentials',
    title: 'register.credentialsTab',
    applies: () => true,
    // The last section ends with the registration.
    complete: () => false,
    component: CredentialsSection,
  }),
];

export interface SectionTab {
  readonly id: RegistrationTab;
  readonly title: (typeof registrationSteps)[number]['title'];
  /** An earlier section is incomplete. An unverified address disables no tab: its code comes first (A 4). */
  readonly disabled: boolean;
}

/** Returns the tabs and whether the earlier sections allow opening each. */
export function listTabs({ shown, values, facts }: Steps<RegistrationSteps, Registration>): SectionTab[] {
  let disabled = false;
  return shown.flatMap(({ step }) => {
    if (step.id === 'emailVerification') return [];
    const tab = { id: step.id, title: step.title, disabled };
    disabled ||= !step.complete(values, facts);
    return [tab];
  });
}
