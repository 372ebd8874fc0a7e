import type { RegistrationSettings } from './registration-types.ts';
import { asksForSecurity } from './security-rules.ts';

/** In display order (A 2.8). */
export type RegistrationSection = 'personalInfo' | 'emailVerification' | 'security' | 'credentials';

export interface RegistrationProgress {
  /** The current address was verified. */
  readonly emailIsVerified: boolean;
  readonly personalIsValid: boolean;
  readonly securityIsValid: boolean;
}

export function listSections(
  settings: RegistrationSettings,
  { emailIsVerified }: Pick<RegistrationProgress, 'emailIsVerified'>,
): RegistrationSection[] {
  const applies: Readonly<Record<RegistrationSection, boolean>> = {
    personalInfo: true,
    emailVerification: settings.verifiesEmail && !emailIsVerified,
    security: asksForSecurity(settings),
    credentials: true,
  };
  return (['personalInfo', 'emailVerification', 'security', 'credentials'] as const).filter(
    (section) => applies[section],
  );
}

/** The target of Continue; the last section stays. */
export function sectionAfter(
  section: RegistrationSection,
  settings: RegistrationSettings,
  progress: Pick<RegistrationProgress, 'emailIsVerified'>,
): RegistrationSection {
  const sections = listSections(settings, progress);
  if (section === 'emailVerification') return asksForSecurity(settings) ? 'security' : 'credentials';
  return sections[sections.indexOf(section) + 1] ?? section;
}

/** The target of Go Back; the first section stays (A 4). A verified address isn't verified again. */
export function sectionBefore(section: RegistrationSection, settings: RegistrationSettings): RegistrationSection {
  return section === 'credentials' && asksForSecurity(settings) ? 'security' : 'personalInfo';
}

/** The target of a tab; an unverified address blocks later ones. */
export function sectionOfTab(
  tab: RegistrationSection,
  settings: RegistrationSettings,
  progress: Pick<RegistrationProgress, 'emailIsVerified'>,
): RegistrationSection {
  const mustVerify = settings.verifiesEmail && !progress.emailIsVerified;
  return tab !== 'personalInfo' && mustVerify ? 'emailVerification' : tab;
}

/** Whether the earlier sections allow opening this one (A 4). */
export function mayOpen(
  section: RegistrationSection,
  settings: RegistrationSettings,
  { personalIsValid, securityIsValid }: RegistrationProgress,
): boolean {
  if (section === 'personalInfo') return true;
  if (section === 'credentials' && asksForSecurity(settings)) return personalIsValid && securityIsValid;
  return personalIsValid;
}
