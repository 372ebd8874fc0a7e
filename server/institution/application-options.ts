import { keysOf } from '#common/core/keys-of.ts';
import { agreementSettings } from '#common/institution/agreement-settings.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { OptionDefinition } from '#common/contract/option-kinds.ts';
import type { Texts } from '#common/contract/all-texts.ts';
import { isServerText } from '#common/contract/server-texts.ts';
import { optionDefinitions, type OptionKey, type Options, type PublicOptions } from '#common/contract/all-options.ts';

const publicKeys = keysOf(optionDefinitions).filter((key) => !isServerOnly(key));

/** Returns texts as `english`, switches and options as `shared`, and single names as `institutionOptions` (A 7). */
export function applicationOptions(institution: Institution) {
  return {
    gassySettings: {
      shared: { ...publicOptions(institution), ...agreementSettings(institution.agreements) },
      english: screenTexts(institution.texts),
    },
    institutionOptions: {
      ...institution.institutionOptions,
      cdnFolder: institution.options['globalOptions.cdnFolder'],
      timeZone: institution.timeZone,
      allocationOrder: institution.servicing.allocationOrder.join(','),
    },
  };
}

/** Without the words of emails, text messages and PDFs, a fifth of all, which only the server uses. */
function screenTexts(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => !isServerText(key))) as Texts;
}

function publicOptions({ options, forms }: Institution): PublicOptions {
  const help = options['formOptions.helpWithPayments'];
  // Its texts may hide it.
  const isOffered = options['formOptions.useForms'] && forms.some(({ key }) => key === help);
  const helpForm = isOffered ? help : '';
  const shown: Options = { ...options, 'formOptions.helpWithPayments': helpForm };
  return Object.fromEntries(publicKeys.map((key) => [key, shown[key]])) as PublicOptions;
}

function isServerOnly(key: OptionKey): boolean {
  const definition: OptionDefinition = optionDefinitions[key];
  return definition.serverOnly === true;
}
