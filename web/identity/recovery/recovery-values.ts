/** The results of the steps of a recovery. */
export interface RecoveryValues {
  readonly identity: FoundIdentity;
  readonly question: 'sent';
  readonly confirmation: 'sent';
  readonly success: never;
}

export interface FoundIdentity {
  /** As it was entered; a hidden field is not in it. */
  readonly identity: {
    readonly EmailAddress?: string;
    readonly DateOfBirth?: string;
    readonly ZipCode?: string;
    readonly ServicingBranch?: string;
  };
  readonly loginName: string;
  /** Empty if the institution asks none (C-050). */
  readonly question: string;
}

export const nothingFound: FoundIdentity = { identity: {}, loginName: '', question: '' };
