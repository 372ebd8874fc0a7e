import type { RegistrationSettings } from './registration-types.ts';
import { asksForSecurity } from './security-rules.ts';

/** The parts of the registration, in their order (A 2.8). */
export type RegistrationSection = 'personalInfo' | 'emailVerification' | 'security' | 'logonInfo';

/** What decides which section is next. */
export interface RegistrationProgress {
  /** The address as it stands now was verified. */
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
    logonInfo: true,
  };
  return (['personalInfo', 'emailVerification', 'security', 'logonInfo'] as const).filter(
    (section) => applies[section],
  );
}

/** Where Continue leads; the last section stays. */
export function sectionAfter(
  section: RegistrationSection,
  settings: RegistrationSettings,
  progress: Pick<RegistrationProgress, 'emailIsVerified'>,
): RegistrationSection {
  const sections = listSections(settings, progress);
  if (section === 'emailVerification') return asksForSecurity(settings) ? 'security' : 'logonInfo';
  return sections[sections.indexOf(section) + 1] ?? section;
}

/** Where Go Back leads; the first section stays (A 4). A verified address is not verified again. */
export function sectionBefore(section: RegistrationSection, settings: RegistrationSettings): RegistrationSection {
  return section === 'logonInfo' && asksForSecurity(settings) ? 'security' : 'personalInfo';
}

/** Where a tab leads: nobody passes an address that is not verified. */
export function sectionOfTab(
  tab: RegistrationSection,
  settings: RegistrationSettings,
  progress: Pick<RegistrationProgress, 'emailIsVerified'>,
): RegistrationSection {
  const mustVerify = settings.verifiesEmail && !progress.emailIsVerified;
  return tab !== 'personalInfo' && mustVerify ? 'emailVerification' : tab;
}

/** Whether a section may be opened, as far as what stands in those before it decides (A 4). */
export function mayOpen(
  section: RegistrationSection,
  settings: RegistrationSettings,
  { personalIsValid, securityIsValid }: RegistrationProgress,
): boolean {
  if (section === 'personalInfo') return true;
  if (section === 'logonInfo' && asksForSecurity(settings)) return personalIsValid && securityIsValid;
  return personalIsValid;
}
