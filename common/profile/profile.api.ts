import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { signInIsOurs } from '#common/contract/gates.ts';
import { documentItem, MAX_DOCUMENTS } from '#common/documents/documents.api.ts';
import { envelope } from '#common/contract/envelope.ts';

const loginName = z.string().max(256);
const emailAddress = z.string().max(254);
const secretQuestion = z.string().max(200);

/**
 * The keys of M 3; passwords and the answer are only sent to the server. Omitted values stay unchanged. `Before` holds
 * the values that were shown; if one has changed since, nothing is saved (`Stale`).
 */
const userInfoEntry = z.strictObject({
  LogonName: loginName.optional(),
  EmailAddress: emailAddress.optional(),
  OldPassword: z.string().max(256).default(''),
  NewPassword: z.string().max(256).default(''),
  ConfirmNewPassword: z.string().max(256).default(''),
  SecretQuestion: secretQuestion.optional(),
  SecretAnswer: z.string().max(200).default(''),
  Before: z
    .strictObject({
      LogonName: loginName.optional(),
      EmailAddress: emailAddress.optional(),
      SecretQuestion: secretQuestion.optional(),
    })
    .optional(),
});

export type UserInfoEntry = z.output<typeof userInfoEntry>;

const empty = z.literal('');

const userInfo = z.strictObject({
  LogonName: z.string(),
  EmailAddress: z.string(),
  OldPassword: empty,
  NewPassword: empty,
  ConfirmNewPassword: empty,
  SecretQuestion: z.string(),
  SecretAnswer: empty,
});

export type UserInfoItem = z.output<typeof userInfo>;

const address = z.strictObject({
  Address1: z.string().max(100),
  City: z.string().max(100),
  State: z.string().max(2),
  ZipCode: z.string().max(10),
});

const phoneNumber = z.strictObject({
  PhoneNumber: z.string().max(20),
  Primary: z.boolean(),
  OptInToTexting: z.boolean(),
});

export type PhoneNumberItem = z.output<typeof phoneNumber>;

const personalInfo = z.strictObject({ Address: address, PhoneNumbers: z.array(phoneNumber).max(2) });

export type PersonalInfoItem = z.output<typeof personalInfo>;

const phoneNumbers = z.array(phoneNumber).max(2);

const personalInfoEntry = z.strictObject({
  /** Null if unchanged. */
  Address: address.nullable(),
  /** Null if unchanged. */
  PhoneNumbers: phoneNumbers.nullable(),
  /** Required when a phone number changes. */
  OldPassword: z.string().max(256).default(''),
  /** The values that were shown. If one has changed since, nothing is saved (`Stale`). */
  Before: z.strictObject({ Address: address.optional(), PhoneNumbers: phoneNumbers.optional() }).optional(),
});

export type PersonalInfoEntry = z.output<typeof personalInfoEntry>;

const channel = z.strictObject({
  UserRestricted: z.boolean(),
  RestrictedPasswordViolation: z.boolean(),
  UserLogsOn: z.boolean(),
  MoneyTransOnWeb: z.boolean(),
  LogonNameChange: z.boolean(),
  PasswordGenerated: z.boolean(),
  PasswordChanged: z.boolean(),
  EmailAddressChanged: z.boolean(),
  OptOutMarketingAlerts: z.boolean(),
  OptOutTransactionalAlerts: z.boolean(),
});

export type ChannelItem = z.output<typeof channel>;

const userAlertsInfo = z.strictObject({
  /** Of the version that was shown; detects conflicting saves. */
  SequenceNumber: z.number().int().min(0),
  TurnOffAllAlerts: z.boolean(),
  AlertsAreDirty: z.boolean(),
  EmailAlerts: channel,
  TextAlerts: channel,
});

export type UserAlertsItem = z.output<typeof userAlertsInfo>;

const profile = z.strictObject({
  ...envelope.shape,
  /** Null if the institution hides the section. */
  UserInfo: userInfo.nullable(),
  PersonalInfo: personalInfo.nullable(),
  UserAlertsInfo: userAlertsInfo.nullable(),
  /** Set even if the institution hides the phone numbers. */
  Texting: z.strictObject({ HasTelephone: z.boolean(), IsAgreed: z.boolean() }),
  /** Null under single sign-on, where addresses aren't verified. */
  EmailIsVerified: z.boolean().nullable(),
  AlertsAreDirty: z.literal(false),
  /** The customer's own; empty if none are visible (M 6). */
  Documents: z.array(documentItem).max(MAX_DOCUMENTS),
});

export type ProfileAnswer = z.output<typeof profile>;

/** `NotOnFileYet`: a change of the address is on its way to the books. */
export type VerificationRefusal = 'AlreadyVerified' | 'NoAddress' | 'NotOnFileYet';

/** The saved parts in their new state. */
const updated = z.strictObject({
  ...envelope.shape,
  UserInfo: userInfo.optional(),
  PersonalInfo: personalInfo.optional(),
  UserAlertsInfo: userAlertsInfo.optional(),
});

export const profileApi = defineApi({
  'GET /api/Profile': {
    access: 'session',
    whileViewing: true,
    summary: "The customer's data in the profile",
    answers: { 200: profile },
  },
  'POST /api/UpdateProfile': {
    access: 'session',
    summary: 'Saves a part of the profile; alerts only if AlertsAreDirty is set',
    body: z.strictObject({
      UserInfo: userInfoEntry.nullish(),
      PersonalInfo: personalInfoEntry.nullish(),
      UserAlertsInfo: userAlertsInfo.nullish(),
      AlertsAreDirty: z.boolean().default(false),
      /** Ignored: documents are uploaded by their own calls. */
      Documents: z.array(z.unknown()).max(MAX_DOCUMENTS).nullish(),
    }),
    answers: { 200: updated },
  },
  'POST /api/UpdateProfile/UserInfo': {
    access: 'session',
    summary: 'Saves only User Information',
    body: userInfoEntry,
    answers: { 200: updated },
  },
  'POST /api/UpdateProfile/PersonalInfo': {
    access: 'session',
    summary: 'Saves only Personal Information',
    body: personalInfoEntry,
    answers: { 200: updated },
  },
  'POST /api/Profile/SendVerification': {
    access: 'session',
    summary: 'Emails another verification link to the address on file',
    gate: signInIsOurs,
    answers: { 200: envelope },
  },
  'POST /api/Profile/KeepEmailAddress': {
    access: 'public',
    summary: 'Stops a change of the email address that staff planned; the former address has the link',
    objects: { 'body.Token': { exempt: 'the secret of an emailed link' } },
    body: z.strictObject({ Token: z.string().max(1_024) }),
    answers: { 200: envelope },
  },
});
