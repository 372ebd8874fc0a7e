import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { troubleReference } from '#common/identity/code-sent.ts';
import { envelope } from '#common/contract/envelope.ts';
import { signInIsOurs } from '#common/contract/gates.ts';

/** Error codes of A 8, besides those for passwords and usernames. */
export const registrationCodes = [
  'InfoProblem',
  'LoginNameExists',
  'Failed',
  'Error',
  'SSNNull',
  'Invalid',
  'Restricted',
  'SSN',
  'DateOfBirth',
  'AccountNumberError',
  'MustAgreeToAllError',
  'AgreementRecordingError',
] as const;

export type RegistrationCode = (typeof registrationCodes)[number];

/** Fields the institution doesn't ask for may be omitted. */
const optionalText = (max: number) => z.string().max(max).default('');
const token = z.string().max(1_024);

/** A 3. */
const registration = z.strictObject({
  Agreements: z
    .array(z.strictObject({ AgreedTo: z.boolean(), AgreementType: z.number().int() }))
    .max(5)
    .default([]),
  UserName: z.string().max(256),
  SecretQuestion: optionalText(200),
  SecretAnswer: optionalText(200),
  AccountNumber: optionalText(40),
  AccountType: z.enum(['Deposit', 'Loan']),
  FirstName: optionalText(100),
  MiddleName: optionalText(100),
  LastName: z.string().max(100),
  EmailAddress: z.string().max(254),
  SSN: z.string().max(20),
  DateOfBirth: optionalText(10),
  ZipCode: optionalText(10),
  PhoneNumber: optionalText(20),
  PlaceOfBirth: optionalText(100),
  DriversLicense: optionalText(40),
  MothersMaiden: optionalText(100),
  Password: z.string().max(256),
  PasswordConfirm: optionalText(256),
});

export type RegistrationRequest = z.output<typeof registration>;

const activation = z.strictObject({ LogonNameTaken: z.boolean(), Restricted: z.boolean(), UserName: z.string() });

export type ActivationAnswer = z.output<typeof activation>;

const registered = z.strictObject({
  ...envelope.shape,
  /** How the first sign-in sends a code to the contact on file; `none` if the email on file was verified. */
  FirstLoginCode: z.enum(['none', 'email', 'text']),
});

export const registrationApi = defineApi({
  'POST /api/Register/GenerateMFACode': {
    access: 'public',
    summary: 'Sends a security code to the email address of a registration',
    objects: {
      'body.Id': { exempt: 'the secret of a visiting browser' },
    },
    gate: [{ switch: 'registerOptions.useMultiFactorOption', is: true }, signInIsOurs],
    body: z.strictObject({
      /** A random value that identifies the browser, repeated when the code is checked. */
      Id: z.string().min(16).max(64),
      FirstName: z.string().max(100),
      EmailAddress: z.string().max(254),
    }),
    answers: { 200: z.union([z.strictObject({ MFAToken: z.string(), TroubleReference: troubleReference }), envelope]) },
  },
  'POST /api/Register/ValidateCode': {
    access: 'public',
    summary: 'Checks the code; afterwards this browser may register with the address',
    objects: {
      'body.UserId': { exempt: 'the secret of a visiting browser' },
      'body.MFAToken': { exempt: 'the secret of a visiting browser' },
    },
    gate: [{ switch: 'registerOptions.useMultiFactorOption', is: true }, signInIsOurs],
    body: z.strictObject({ Code: z.string().max(20), MFAToken: token, UserId: z.string().max(64) }),
    answers: { 200: envelope, 403: envelope },
  },
  'POST /api/Register/RegisterUser': {
    access: 'public',
    keyed: true,
    summary: 'Creates a login for a customer of the host',
    objects: {
      'body.AccountNumber': { exempt: 'a visitor proves it with the rest of the entries' },
    },
    gate: signInIsOurs,
    body: registration,
    answers: { 200: z.union([registered, envelope]), 403: envelope },
  },
  'POST /api/Register/CheckActivation': {
    access: 'public',
    summary: 'Whether an activation link still works, without using it',
    objects: {
      'body.Token': { exempt: 'the secret of an emailed link' },
    },
    gate: signInIsOurs,
    body: z.strictObject({ Token: token }),
    answers: { 200: envelope },
  },
  'POST /api/Register/SendActivationCode': {
    access: 'public',
    summary: 'Sends a security code to the customer of an activation link; reveals nothing about the link',
    objects: {
      'body.Token': { exempt: 'the secret of an emailed link' },
    },
    gate: [{ switch: 'activateOptions.useSecurityCodeOption', is: true }, signInIsOurs],
    body: z.strictObject({ Token: token }),
    answers: { 200: envelope },
  },
  'POST /api/Register/ActivateAccount': {
    access: 'public',
    summary: "Creates a converted customer's login with a new password",
    objects: {
      'body.Token': { exempt: 'the secret of an emailed link' },
    },
    gate: signInIsOurs,
    body: z.strictObject({
      Token: token,
      Password: z.string().max(256),
      /** If the institution requires one (C-009). */
      SecurityCode: z.string().max(20).optional(),
    }),
    answers: { 200: z.union([activation, envelope]), 403: envelope },
  },
  'POST /api/Login/ValidateEmail': {
    access: 'public',
    summary: 'Uses the link of a verification message',
    gate: signInIsOurs,
    body: z.strictObject({ EncryptedUserData: token }),
    answers: { 200: envelope },
  },
  'POST /api/OptOut/OptOut': {
    access: 'public',
    summary: 'Stops optional messages to a customer; idempotent',
    body: z.strictObject({
      /** The token of the link, under its specified name. */
      EmailAddress: token,
    }),
    answers: { 200: envelope },
  },
});
