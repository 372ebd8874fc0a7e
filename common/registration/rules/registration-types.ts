export type AccountType = 'Deposit' | 'Loan';

/** The form as typed (A 3). */
export interface RegistrationEntry {
  readonly accountType: AccountType | '';
  readonly accountNumber: string;
  readonly firstName: string;
  readonly middleName: string;
  readonly lastName: string;
  readonly emailAddress: string;
  readonly ssn: string;
  /** `MM/DD/YYYY`, possibly incomplete. */
  readonly dateOfBirth: string;
  readonly zip: string;
  /** `(000) 000-0000`, possibly incomplete. */
  readonly phoneNumber: string;
  readonly placeOfBirth: string;
  readonly driversLicense: string;
  readonly mothersMaiden: string;
  readonly secretQuestion: string;
  readonly secretAnswer: string;
  readonly userName: string;
  readonly password: string;
  readonly passwordConfirm: string;
  readonly agreedTo: readonly number[];
}

/** Without password and terms, which are validated separately. */
export type RegistrationFields = Omit<RegistrationEntry, 'password' | 'passwordConfirm' | 'agreedTo'>;

export interface RegistrationSettings {
  /** A single type is preselected. */
  readonly accountTypes: readonly AccountType[];
  readonly accountNumberRequired: boolean;
  /** Digits of each part of an account number; empty if the institution sets no lengths. */
  readonly accountNumberParts: Readonly<Record<AccountType, readonly number[]>>;
  readonly ssnDigits: number;
  readonly firstNameHidden: boolean;
  readonly middleNameHidden: boolean;
  readonly dateOfBirthHidden: boolean;
  readonly zipHidden: boolean;
  readonly phoneNumberHidden: boolean;
  readonly placeOfBirthHidden: boolean;
  readonly driversLicenseHidden: boolean;
  readonly mothersMaidenHidden: boolean;
  /** Not asked, chosen from the list, or written by the customer. */
  readonly secretQuestion: 'none' | 'listed' | 'custom';
  /** Only those with allowed characters. */
  readonly questions: readonly string[];
  readonly answerPattern: string;
  /** The email address must be verified with a code first. */
  readonly verifiesEmail: boolean;
  readonly confirmsPassword: boolean;
  readonly agreements: readonly RegistrationAgreement[];
  /** The terms must be opened before they can be accepted. */
  readonly opensAgreementsFirst: boolean;
}

export interface RegistrationAgreement {
  readonly name: string;
  /** Identifies the agreement in the payload (A 3). */
  readonly hostNumber: number;
}
