import type { RecoveryEntry } from '#common/identity/rules/validate-recovery.ts';

/** The results of the steps of a recovery. */
export interface RecoveryValues {
  readonly identity: FoundIdentity;
  readonly question: 'sent';
  readonly confirmation: 'sent';
  readonly success: never;
}

export interface FoundIdentity {
  readonly entry: RecoveryEntry;
  readonly loginName: string;
  /** Empty if the institution asks none (C-050). */
  readonly question: string;
}

export const emptyEntry: RecoveryEntry = { emailAddress: '', dateOfBirth: '', zipCode: '', branch: '' };

export const nothingFound: FoundIdentity = { entry: emptyEntry, loginName: '', question: '' };
