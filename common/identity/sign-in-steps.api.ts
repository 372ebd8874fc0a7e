import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import { codeSent } from './code-sent.ts';

/** A 8. */
export type SecurityCodeErrorCode = 'CodeExpired' | 'MaxAttemptsReached' | 'Invalid';

const agreementRecord = z.strictObject({
  NameOfTerms: z.string(),
  AccountNumber: z.string(),
  IPAddress: z.string(),
  DateOfAgreement: z.string(),
  DateOfTerms: z.string(),
  AgreementType: z.number().int(),
  /** 0 login, 1 registration, 2 ach, 3 estatements, 4 texting. */
  WhenToAgree: z.number().int().min(0).max(4),
});

export const signInStepsApi = defineApi({
  'POST /api/Login/ValidateCode': {
    access: 'public',
    summary: 'The security code of the sign-in identified by its cookie and UserId',
    objects: {
      'body.UserId': { exempt: 'the secret of a sign-in that waits for its code' },
    },
    body: z.strictObject({
      UserId: z.string().max(256),
      Code: z.string().min(1).max(32),
      CreateTrustedDevice: z.boolean(),
    }),
    answers: {
      200: z.strictObject({
        UserToken: z.string(),
        /** Empty until the SSN step is done, like the customer number. */
        EmailAddress: z.string(),
        /** Always empty: the token is in an HTTP-only cookie. */
        TrustedDeviceToken: z.literal(''),
        CustomerID: z.string(),
        /** Empty unless the change-password step is next; earlier, the login response must not reveal it. */
        ChangePasswordToken: z.string(),
      }),
      403: envelope,
    },
  },
  'POST /api/Login/ResendCode': {
    access: 'public',
    summary: 'Sends a new security code, which replaces the last one',
    objects: {
      'body.UserId': { exempt: 'the secret of a sign-in that waits for its code' },
    },
    body: z.strictObject({ UserId: z.string().max(256) }),
    answers: { 200: codeSent, 403: envelope },
  },
  'POST /api/Login/VerifyNewUser': {
    access: 'pending',
    summary: 'The SSN step; the session determines the customer, not the credentials',
    body: z.strictObject({
      Credentials: z.strictObject({ UserName: z.string().max(128), Password: z.string().max(256) }),
      SocialSecurityNumber: z.string().regex(/^\d{9}$/),
    }),
    answers: {
      /** The token is empty unless the change-password step is next. */
      200: envelope.extend({ ChangePasswordToken: z.string() }),
      403: envelope,
    },
  },
  'POST /api/register/SetPasswordQuestion': {
    access: 'pending',
    summary: 'The secret-question step',
    objects: {
      'body.UserToken': { exempt: 'must be the token of this session' },
    },
    body: z.strictObject({
      PasswordQuestion: z.string().min(1).max(200),
      PasswordAnswer: z.string().min(1).max(200),
      UserToken: z.string().max(256),
    }),
    answers: { 200: envelope, 403: envelope },
  },
  'POST /api/AgreementLogging': {
    access: 'pending',
    summary: 'Records accepted agreements: at sign-in, or later when terms are shown',
    body: z.strictObject({
      Agreements: z.array(z.number().int()).min(1).max(5),
      UserName: z.string().max(128),
      /** Null unless the agreement is for e-statements. */
      TurnEStatementsOn: z.boolean().nullable(),
    }),
    answers: { 200: envelope, 403: envelope },
  },
  'POST /api/AgreementLogging/GetAgreementLogs': {
    access: 'session',
    whileViewing: true,
    summary: "The customer's accepted agreements, newest first",
    objects: {
      'body.AccountNumber': { exempt: 'filters the agreements of the caller' },
    },
    body: z.strictObject({
      UserName: z.string().max(128),
      AccountNumber: z.string().max(32).optional(),
      WhenToAgree: z.number().int().min(0).max(4),
    }),
    answers: {
      200: z.strictObject({ ...envelope.shape, Agreements: z.array(agreementRecord) }),
      403: envelope,
    },
  },
});
