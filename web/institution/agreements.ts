import { agreementsFromSettings } from '#common/institution/agreement-settings.ts';
import type { Agreement } from '#common/institution/institution.ts';
import { useSettings } from './settings.ts';

/** The agreements of the institution, whatever they must be agreed to for. */
export function useAgreements(): Agreement[] {
  return agreementsFromSettings(useSettings().gassySettings.shared);
}
