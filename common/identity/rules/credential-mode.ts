/** The two switches that determine the password rules (A 5, A 9). */
export interface CredentialMode {
  /** Up to 128 characters; otherwise the legacy limit of 12. */
  readonly longCredentials: boolean;
  readonly ruleList: boolean;
}

/** The list replaces single messages only if both are on (C-024). */
export function showsRuleList({ longCredentials, ruleList }: CredentialMode): boolean {
  return longCredentials && ruleList;
}

const LONG = 128;

/** A password of 12 characters is refused, a username of 12 isn't (C-001). */
export function longestPassword({ longCredentials }: CredentialMode): number {
  return longCredentials ? LONG : 11;
}

export function maxLoginNameLength({ longCredentials }: CredentialMode): number {
  return longCredentials ? LONG : 12;
}

export interface CredentialSettings extends CredentialMode {
  readonly passwordMinimumLength: number;
  readonly loginNameMinimumLength: number;
  readonly passwordNeeds: CharacterNeeds;
  readonly noThreeIdentical: boolean;
  readonly notPortionOfLoginName: boolean;
  readonly notContainLoginName: boolean;
  readonly loginNameNeeds: CharacterNeeds;
  readonly loginNameNotEmail: boolean;
}

export interface CharacterNeeds {
  readonly capitalLetter: boolean;
  readonly lowercaseLetter: boolean;
  readonly letter: boolean;
  readonly number: boolean;
  readonly specialCharacter: boolean;
}

const characterNeeds = ['capitalLetter', 'lowercaseLetter', 'letter', 'number', 'specialCharacter'] as const;

/** In the order of their rule types. */
export function listNeeds(needs: CharacterNeeds): (keyof CharacterNeeds)[] {
  return characterNeeds.filter((need) => needs[need]);
}
