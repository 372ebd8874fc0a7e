/** The rule types of A 3, by what they ask for. */
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
  notPortionOfLogon: 9,
  notContainLogon: 10,
  notUsedBefore: 11,
  /** Of our own, beyond A 3. */
  hardToGuess: 12,
} as const;

export type CredentialRuleType = (typeof ruleTypes)[keyof typeof ruleTypes];

/** A rule as the server hands it out. */
export interface CredentialRule {
  readonly type: CredentialRuleType;
  /** A regular expression; empty where the text alone does not decide (C-049). */
  readonly pattern: string;
  /** Otherwise a text that does not match is the error. */
  readonly matchMeansError: boolean;
}

/** What the expressions of an institution's rules ask; it is always the server's that decides (C-003). */
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

/** Whether a text (in NFC) breaks the expression of a rule; a rule without one is broken by no text. */
export function breaksPattern({ pattern, matchMeansError }: CredentialRule, text: string): boolean {
  return pattern !== '' && new RegExp(pattern, 'su').test(text) === matchMeansError;
}

const knownTypes: ReadonlySet<number> = new Set(Object.values(ruleTypes));

/** Whether this product knows what a rule type of the wire asks for. */
export function isRuleType(type: number): type is CredentialRuleType {
  return knownTypes.has(type);
}
