import type { Agreement } from './institution.ts';
import { agreementKeys, agreementSetup, parseAgreement } from './parse-agreement.ts';

/** Up to five (A 3). */
const MOST_AGREEMENTS = 5;

/** The institution's agreements as they travel among the shared settings; an empty text where there is none. */
export function agreementSettings(agreements: readonly Agreement[]): Record<string, string> {
  const entries = Array.from({ length: MOST_AGREEMENTS }, (_, index) => {
    const agreement = agreements[index];
    const keys = agreementKeys(index);
    return [
      [keys.setup, agreement ? agreementSetup(agreement) : ''],
      [keys.richText, agreement?.richText ?? ''],
    ] as const;
  });
  return Object.fromEntries(entries.flat());
}

/** The agreements back from the shared settings. */
export function agreementsFromSettings(shared: Readonly<Record<string, unknown>>): Agreement[] {
  return Array.from({ length: MOST_AGREEMENTS }, (_, index) => agreementKeys(index)).flatMap((keys, index) => {
    const setup = shared[keys.setup];
    if (typeof setup !== 'string' || setup === '') return [];
    const richText = shared[keys.richText];
    const parsed = parseAgreement(setup, index, typeof richText === 'string' ? richText : '');
    return parsed.ok ? [parsed.value] : [];
  });
}
