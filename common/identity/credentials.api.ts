import { z } from 'zod';
import { passwordWeaknesses } from './rules/password-weakness.ts';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import { loginResponse } from './sign-in.api.ts';

const rules = z
  .array(
    z.strictObject({
      ValidationRuleType: z.number().int(),
      /** Empty if the rule needs more than the text. */
      ValidationRegex: z.string(),
      RegexMatchMeansError: z.boolean(),
    }),
  )
  .readonly();

export const passwordValidationRules = z.strictObject({
  PasswordValidationRules: rules,
  MinimumLength: z.number().int(),
});

export type PasswordValidationRules = z.infer<typeof passwordValidationRules>;

export const loginNameValidationRules = z.strictObject({
  LogonValidationRules: rules,
  MinimumLength: z.number().int(),
});

export type LogonValidationRules = z.infer<typeof loginNameValidationRules>;

const passwordQuestions = {
  PasswordToValidate: z.string().max(256),
  InvalidWhenMatchesSSN: z.boolean(),
  InvalidWhenMatchEmail: z.boolean(),
  InvalidWhenPasswordExists: z.boolean(),
};

export type PasswordQuestions = z.infer<z.ZodObject<typeof passwordQuestions>>;

/** Null if the password is hard to guess, or too short or too long anyway. */
const passwordWeakness = z.enum(passwordWeaknesses).nullable();

/** False if not checked, and for passwords that are too short anyway. */
const passwordAnswers = z.strictObject({
  PasswordMatchesSSN: z.boolean(),
  PasswordMatchesEmail: z.boolean(),
  PasswordExists: z.boolean(),
  PasswordWeakness: passwordWeakness,
});

export type PasswordAnswers = z.infer<typeof passwordAnswers>;

/** 256 random bits in base64url; accepts anything, so a bad token gets a proper answer. */
const token = z.string().max(256);

const resetPassword = {
  access: 'public',
  summary: 'Sets a new password with an emailed link or the token of the sign-in step',
  body: z.strictObject({ Enc: token, Password: z.string().max(256) }),
  answers: {
    200: envelope.extend({
      IsLoggedIn: z.boolean(),
      /** The sign-in state, perhaps with steps left; null if refused or if sign-in must start over. */
      LoginResponse: loginResponse.nullable(),
    }),
  },
} as const;

/** Belongs to the sign-in routes, which open sessions. */
export const resetPasswordApi = defineApi({ 'POST /api/Login/ResetPassword': resetPassword });

export const credentialsApi = defineApi({
  'GET /api/Login/GetInstitutionOptions': {
    access: 'public',
    whileViewing: true,
    summary: 'Length limits of usernames, passwords and account numbers',
    answers: {
      200: z.strictObject({
        PasswordMinimumLength: z.number(),
        UserNameMinimumLength: z.number(),
        LoanAccountLength: z.number(),
        LoanCheckDigitLength: z.number(),
        LoanOfficeLength: z.number(),
        DepositAccountLength: z.number(),
        DepositCheckDigitLength: z.number(),
        DepositOfficeLength: z.number(),
      }),
    },
  },
  'POST /api/CredentialValidationRules/GetLogonValidationRules': {
    access: 'public',
    whileViewing: true,
    summary: 'The rules for usernames',
    body: z.strictObject({}),
    answers: { 200: loginNameValidationRules },
  },
  'POST /api/CredentialValidationRules/GetPasswordValidationRules': {
    access: 'public',
    whileViewing: true,
    summary: 'The rules for passwords',
    body: z.strictObject({}),
    answers: { 200: passwordValidationRules },
  },
  'POST /api/Login/ValidatePasswordForLoggedInUser': {
    access: 'session',
    summary: "The server's checks of a new password while it is typed",
    body: z.strictObject(passwordQuestions),
    answers: { 200: passwordAnswers },
  },
  'POST /api/Login/ValidatePasswordForResetPassword': {
    access: 'public',
    summary: 'The same for the holder of a link or token to change the password',
    objects: {
      'body.ResetToken': { exempt: 'the secret of an emailed link' },
    },
    body: z.strictObject({ ...passwordQuestions, ResetToken: token }),
    answers: { 200: passwordAnswers, 403: envelope },
  },
  'POST /api/Login/ValidatePasswordForNewUser': {
    access: 'public',
    summary: 'Whether a first password is easy to guess, while it is typed',
    objects: {
      'body.ActivationToken': { exempt: 'the secret of an emailed link' },
    },
    body: z.strictObject({
      PasswordToValidate: z.string().max(256),
      /** Names, username and email address in the form. */
      PersonalWords: z.array(z.string().max(200)).max(8),
      /** From the activation link, whose user the server knows; empty if the form asks for everything. */
      ActivationToken: token,
    }),
    answers: { 200: z.strictObject({ PasswordWeakness: passwordWeakness }) },
  },
  'POST /api/Login/LookupLoginFromToken': {
    access: 'public',
    summary: 'The username a link or token to change the password belongs to',
    objects: {
      'body.UserToken': { exempt: 'the secret of an emailed link or of this session' },
    },
    body: z.strictObject({ UserToken: token }),
    answers: { 200: envelope.extend({ Logon: z.string() }) },
  },
});
