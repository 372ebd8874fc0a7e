import type { Agreement } from './institution.ts';
import { agreementKeys, agreementSetup, parseAgreement } from './parse-agreement.ts';

/** A 3 allows five. */
const MAX_AGREEMENTS = 5;

export function agreementSettings(agreements: readonly Agreement[]): Record<string, string> {
  const entries = Array.from({ length: MAX_AGREEMENTS }, (_, index) => {
    const agreement = agreements[index];
    const keys = agreementKeys(index);
    return [
      [keys.setup, agreement ? agreementSetup(agreement) : ''],
      [keys.richText, agreement?.richText ?? ''],
    ] as const;
  });
  return Object.fromEntries(entries.flat());
}

export function agreementsFromSettings(shared: Readonly<Record<string, unknown>>): Agreement[] {
  return Array.from({ length: MAX_AGREEMENTS }, (_, index) => agreementKeys(index)).flatMap((keys, index) => {
    const setup = shared[keys.setup];
    if (typeof setup !== 'string' || setup === '') return [];
    const richText = shared[keys.richText];
    const parsed = parseAgreement(setup, index, typeof richText === 'string' ? richText : '');
    return parsed.ok ? [parsed.value] : [];
  });
}
