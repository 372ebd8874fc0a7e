import { writeFile } from 'node:fs/promises';
import { keysOf } from '#common/core/keys-of.ts';
import { type OptionKey, optionDefinitions } from '#common/contract/all-options.ts';
import { defaultTexts, requiredTexts } from '#common/contract/all-texts.ts';
import { placesOf } from '#common/contract/text-places.ts';

/**
 * Writes two extreme variants of the demonstration for tests: `harbor-odd` rewords every text, `harbor-bare` hides
 * everything that can be hidden. Run it after adding texts or options: `node tools/write-variants.ts`.
 */
export function oddTexts(): Record<string, string> {
  return Object.fromEntries(Object.entries(defaultTexts).map(([key, text]) => [key, reworded(key, text)]));
}

export function bareOptions(): Record<string, boolean> {
  const keys = keysOf(optionDefinitions);
  const hiding = keys.filter((key) => /\.hide[A-Z]/.test(key)).map((key) => [key, true]);
  return Object.fromEntries([...hiding, ...optionalParts.map((key) => [key, false])]);
}

/** Optional parts of the shell whose switch isn't named hide. */
const optionalParts: readonly OptionKey[] = [
  'globalOptions.useBranchLocatorOption',
  'globalOptions.useFaqOption',
  'globalOptions.showApplyForLoanOption',
  'globalOptions.useFileServicesOption',
  'globalOptions.useDocumentCenterOption',
  'globalOptions.requireAchDraftAgreementOption',
  'paymentOptions.allowDefaultPaymentMethod',
  'paymentOptions.preCheckBankInfo',
];

/** Headings, hints and labels: everything except buttons and messages. */
export function bareTexts(): Record<string, null> {
  const hideable = Object.keys(defaultTexts).filter((key) =>
    /\.(heading|intro|promise|promiseDetail|help|info|newHere|goodMorning|goodAfternoon|goodEvening|payNowHint|amountDueTooltip|whereItGoes|thanks|copyright)$/.test(
      key,
    ),
  );
  const labels = ['login.username', 'login.password', 'payAccount.label', 'frequency.label', 'amount.enterAmount'];
  const keys = [...hideable, ...labels].filter((key) => requiredTexts[key] === undefined);
  return Object.fromEntries(keys.map((key) => [key, null]));
}

function reworded(key: string, text: string): string {
  const odd = text.replaceAll(/\{\w+\}|[^{]+/g, (part) => (part.startsWith('{') ? part : part.toUpperCase()));
  return odd !== text
    ? odd
    : `ODD ${key.toUpperCase()}${placesOf(text)
        .map((name) => ` {${name}}`)
        .join('')}`;
}

async function writeJson(file: string, content: object): Promise<void> {
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
}

if (import.meta.main) {
  await writeJson('institutions/harbor-odd/texts.json', oddTexts());
  await writeJson('institutions/harbor-bare/options.json', bareOptions());
  await writeJson('institutions/harbor-bare/texts.json', bareTexts());
}
