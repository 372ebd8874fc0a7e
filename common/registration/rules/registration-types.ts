export type AccountType = 'Deposit' | 'Loan';

/** What the registration form holds, as typed (A 3). */
export interface RegistrationEntry {
  /** Empty until one is chosen. */
  readonly accountType: AccountType | '';
  readonly accountNumber: string;
  readonly firstName: string;
  readonly middleName: string;
  readonly lastName: string;
  readonly emailAddress: string;
  /** Digits only. */
  readonly ssn: string;
  /** `MM/DD/YYYY`, or as much of it as was typed. */
  readonly dateOfBirth: string;
  readonly zip: string;
  /** `(000) 000-0000`, or as much of it as was typed. */
  readonly phoneNumber: string;
  readonly placeOfBirth: string;
  readonly driversLicense: string;
  readonly mothersMaiden: string;
  readonly secretQuestion: string;
  readonly secretAnswer: string;
  readonly userName: string;
  readonly password: string;
  readonly passwordConfirm: string;
  /** Host numbers of the agreements that were agreed to. */
  readonly agreedTo: readonly number[];
}

/** What identifies the customer; password and terms are judged apart. */
export type RegistrationFields = Omit<RegistrationEntry, 'password' | 'passwordConfirm' | 'agreedTo'>;

/** What an institution's registration asks for. */
export interface RegistrationSettings {
  /** To choose from; a single one is forced. */
  readonly accountTypes: readonly AccountType[];
  readonly accountNumberRequired: boolean;
  /** Digits of each part of an account number, empty where the institution gives no lengths. */
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
  /** Nobody is asked, one of the listed questions is chosen, or the customer writes one. */
  readonly secretQuestion: 'none' | 'listed' | 'custom';
  /** Only those whose characters the institution allows. */
  readonly questions: readonly string[];
  /** Characters that an answer may have, as a regular expression. */
  readonly answerPattern: string;
  /** The e-mail address is verified with a code before anything else is asked. */
  readonly verifiesEmail: boolean;
  readonly confirmsPassword: boolean;
  readonly agreements: readonly RegistrationAgreement[];
  /** The terms must be opened before they can be agreed to. */
  readonly opensAgreementsFirst: boolean;
}

export interface RegistrationAgreement {
  readonly name: string;
  /** Stands for the agreement in the payload (A 3). */
  readonly hostNumber: number;
}
