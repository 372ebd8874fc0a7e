import type { RegistrationEntry, RegistrationSettings } from '#common/registration/rules/registration-types.ts';

/** The settings of an institution that asks for everything. */
export const askingForAll: RegistrationSettings = {
  accountTypes: ['Deposit', 'Loan'],
  accountNumberRequired: true,
  accountNumberParts: { Loan: [3, 6, 1], Deposit: [4, 7] },
  ssnDigits: 9,
  firstNameHidden: false,
  middleNameHidden: false,
  dateOfBirthHidden: false,
  zipHidden: false,
  phoneNumberHidden: false,
  placeOfBirthHidden: false,
  driversLicenseHidden: false,
  mothersMaidenHidden: false,
  secretQuestion: 'listed',
  questions: ['What was the name of your first pet?', 'In what city did your parents meet?'],
  answerPattern: '^[A-Za-z0-9 ?-]+$',
  verifiesEmail: false,
  confirmsPassword: true,
  agreements: [{ name: 'Online Services Agreement', hostNumber: 11_337 }],
  opensAgreementsFirst: false,
};

/** A registration with every field filled in. */
export const filledIn: RegistrationEntry = {
  accountType: 'Loan',
  accountNumber: '101-008814-6',
  firstName: 'Harriet',
  middleName: '',
  lastName: 'Lowell',
  emailAddress: 'harriet.lowell@example.com',
  ssn: '900318814',
  dateOfBirth: '05/23/1979',
  zip: '04101',
  phoneNumber: '(555) 010-8814',
  placeOfBirth: 'Bangor',
  driversLicense: 'ME 4481907',
  mothersMaiden: 'Pelletier',
  secretQuestion: 'What was the name of your first pet?',
  secretAnswer: 'Biscuit',
  userName: 'harriet.lowell',
  password: 'three tall ships 7',
  passwordConfirm: 'three tall ships 7',
  agreedTo: [11_337],
};
