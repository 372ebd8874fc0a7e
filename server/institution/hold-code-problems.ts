import type { Options } from '#common/contract/all-options.ts';
import { isHoldCodeEntry } from '#common/accounts/rules/hold-code-words.ts';

/** Returns an entry that would be ignored, so that customers would read "On hold" in place of the words meant for them. */
export function holdCodeProblems(options: Options): string[] {
  return options['dashboardOptions.holdCodeWords']
    .filter((entry) => !isHoldCodeEntry(entry))
    .map((entry) => `"dashboardOptions.holdCodeWords" has ${JSON.stringify(entry)}; write it as CODE=words`);
}
