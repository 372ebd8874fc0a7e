import { registrationSettingsFromOptions } from '#common/registration/registration-settings-from-options.ts';
import type { Options } from '#common/contract/all-options.ts';
import type { Agreement } from '#common/institution/institution.ts';
import type { RegistrationSettings } from '#common/registration/rules/registration-types.ts';
import { useAgreements } from '#web/institution/agreements.ts';
import { useInstitutionLengths } from '#web/institution/institution-options.ts';
import { useSettings } from '#web/institution/settings.ts';

export interface RegistrationOffer {
  readonly settings: RegistrationSettings;
  /** With their words, for reading. */
  readonly agreements: readonly Agreement[];
}

/** What this institution's registration asks for. */
export function useRegistrationSettings(): RegistrationOffer {
  const { shared } = useSettings().gassySettings;
  const lengths = useInstitutionLengths();
  const agreements = useAgreements().filter(({ whenToAgree }) => whenToAgree.includes('registration'));
  return { settings: registrationSettingsFromOptions(shared as unknown as Options, lengths, agreements), agreements };
}
