/** The rule types of A 3. */
export const ruleTypes = {
  capitalLetter: 0,
  lowercaseLetter: 1,
  letter: 2,
  number: 3,
  specialCharacter: 4,
  notSsn: 5,
  minimumLength: 6,
  notEmail: 7,
  noThreeIdentical: 8,
  notPortionOfLoginName: 9,
  notContainLoginName: 10,
  notUsedBefore: 11,
  /** Not in A 3. */
  hardToGuess: 12,
} as const;

export type CredentialRuleType = (typeof ruleTypes)[keyof typeof ruleTypes];

export interface CredentialRule {
  readonly type: CredentialRuleType;
  /** A regular expression; empty if the text alone doesn't decide (C-049). */
  readonly pattern: string;
  /** Otherwise, no match is the error. */
  readonly matchMeansError: boolean;
}

/** The server sends them, so its rules always decide (C-003). */
const patterns: Readonly<Partial<Record<CredentialRuleType, Omit<CredentialRule, 'type'>>>> = {
  [ruleTypes.capitalLetter]: { pattern: '\\p{Lu}', matchMeansError: false },
  [ruleTypes.lowercaseLetter]: { pattern: '\\p{Ll}', matchMeansError: false },
  [ruleTypes.letter]: { pattern: '\\p{L}', matchMeansError: false },
  [ruleTypes.number]: { pattern: '\\p{Nd}', matchMeansError: false },
  [ruleTypes.specialCharacter]: { pattern: '[^\\p{L}\\p{M}\\p{N}\\s]', matchMeansError: false },
  [ruleTypes.noThreeIdentical]: { pattern: '(.)\\1\\1', matchMeansError: true },
};

export function createRule(type: CredentialRuleType): CredentialRule {
  return { type, ...(patterns[type] ?? { pattern: '', matchMeansError: true }) };
}

/** Returns whether a text (in NFC) breaks the rule's expression; without one, no text does. */
export function breaksPattern({ pattern, matchMeansError }: CredentialRule, text: string): boolean {
  return pattern !== '' && new RegExp(pattern, 'su').test(text) === matchMeansError;
}

const knownTypes: ReadonlySet<number> = new Set(Object.values(ruleTypes));

export function isRuleType(type: number): type is CredentialRuleType {
  return knownTypes.has(type);
}
