import { agreementSettings } from '#common/institution/agreement-settings.ts';
import type { Institution } from '#common/institution/institution.ts';

/** Texts as `english`, switches and options as `shared`, single names as `institutionOptions` (A 7). */
export function applicationOptions(institution: Institution) {
  return {
    gassySettings: {
      shared: { ...institution.options, ...agreementSettings(institution.agreements) },
      english: institution.texts,
    },
    institutionOptions: {
      ...institution.institutionOptions,
      cdnFolder: institution.options['globalOptions.cdnFolder'],
      timeZone: institution.timeZone,
      allocationOrder: institution.servicing.allocationOrder.join(','),
    },
  };
}
