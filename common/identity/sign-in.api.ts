import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import { signInIsOurs } from '#common/contract/gates.ts';

export const loginErrorCodes = [
  'LockedOnBadPassword',
  'MaxAttemptsReached',
  'Invalid',
  'Restricted',
  'maintenanceModeEnabled',
  'ServerError',
  'MFANoEmail',
] as const;

export type LoginErrorCode = (typeof loginErrorCodes)[number];

export const secondFactors = ['none', 'email', 'text', 'authenticator'] as const;

/** How the security code is delivered; `none` if not required. */
export type SecondFactor = (typeof secondFactors)[number];

/** Steps between the password and the accounts, in this order (A 2.6). */
export const followUpSteps = ['securityCode', 'ssn', 'changePassword', 'secretQuestion', 'agreements'] as const;

export type FollowUpStep = (typeof followUpSteps)[number];

/**
 * The login response of A 3. `Password` is always empty: the browser keeps its own copy. Until the security code is
 * entered, the user isn't signed in (C-045), so `UserToken` and all customer data are empty. `TrustedDeviceToken` is
 * always empty because it is in a cookie.
 */
export const loginResponse = z.strictObject({
  UserName: z.string(),
  Password: z.literal(''),
  PersonalName: z.string(),
  CompanyNumber: z.number().int(),
  WebAgreementLogs: z.array(
    z.strictObject({ DateOfTerms: z.string(), DateOfAgreement: z.string(), Name: z.string(), Url: z.string() }),
  ),
  EmailIsVerified: z.boolean(),
  /** `Enc` of the change-password step, valid in this session only. Empty if the step doesn't apply or isn't next. */
  ChangePasswordToken: z.string(),
  MustChangePassword: z.boolean(),
  HasPasswordQuestion: z.boolean(),
  IsTrustedDevice: z.boolean(),
  EmailAddress: z.string(),
  UserToken: z.string(),
  /** Identifies the sign-in waiting for its code, for ValidateCode and ResendCode (C-044); otherwise empty. */
  UserId: z.string(),
  SecondFactor: z.enum(secondFactors),
  /** Where the code went, masked: `m•••@example.com`; empty if none was sent. */
  CodeSentTo: z.string(),
  /** Remaining steps in order; empty if the session opens accounts. */
  FollowUpSteps: z.array(z.enum(followUpSteps)),
  IsLoggedIn: z.boolean(),
  CustomerID: z.string(),
  TrustedDeviceToken: z.string(),
  ServicingBranch: z.string(),
  /** The previous sign-in; null for the first. */
  LastLoggedIn: z.string().nullable(),
  LastLoggedInIP: z.string().nullable(),
});

export type LoginResponse = z.infer<typeof loginResponse>;

export const signInApi = defineApi({
  'POST /api/login/userlogin': {
    access: 'public',
    summary: 'Signs in with username and password',
    objects: {
      'body.deviceId': { exempt: 'the secret of a browser, checked with the password' },
      'body.trustedDeviceTokens{}': { exempt: 'the secret of a browser, checked with the password' },
    },
    gate: signInIsOurs,
    body: z.strictObject({
      username: z.string().min(1).max(128),
      password: z.string().min(1).max(256),
      deviceId: z.string().max(256).optional(),
      trustedDeviceTokens: z.record(z.string().max(64), z.string().max(256)).optional(),
    }),
    answers: { 200: loginResponse, 403: envelope },
  },
  'POST /api/Login/Logout': {
    access: 'public',
    whileViewing: true,
    summary: "Ends the cookie's session; succeeds without one",
    objects: {
      'body.UserToken': { exempt: 'must be the token of this session' },
    },
    body: z.strictObject({ UserToken: z.string().max(256) }),
    answers: { 200: envelope },
  },
  'GET /api/Login/Session': {
    access: 'session',
    whileViewing: true,
    summary: 'The signed-in user; a reload asks this, and Resume in the expiry dialog extends the session with it',
    answers: { 200: loginResponse },
  },
  'GET /api/Profile/LoginHistory': {
    access: 'session',
    whileViewing: true,
    summary: 'The latest sign-ins, newest first',
    answers: { 200: z.array(z.strictObject({ LoginDate: z.string(), IPAddress: z.string() })) },
  },
});
