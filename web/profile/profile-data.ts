import { queryOptions } from '@tanstack/react-query';
import type { ProfileAnswer } from '#common/profile/profile.api.ts';
import {
  type Contacts,
  contactsFromWire,
  type NumberedPreferences,
  preferencesFromWire,
  preferencesToWire,
  phonesToWire,
} from '#common/profile/profile.wire.ts';
import { addressToWire } from '#common/accounts/account-details.wire.ts';
import type { MailingAddress } from '#common/core/mailing-address.ts';
import type { SavedUserInfo, UserInfoFields } from '#common/profile/rules/user-info.ts';
import type { PhoneOnFile } from '#common/profile/rules/phones.ts';
import { call, type CallResult, type Refused, type Unreachable } from '#web/data/client.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';
import { renameInSession } from '#web/data/session.ts';

/** The profile's data; a section is null if the institution hides it. */
export interface Profile {
  readonly userInfo: SavedUserInfo | null;
  readonly contacts: Contacts | null;
  readonly notifications: NumberedPreferences | null;
  readonly texting: Texting;
  /** Null where addresses aren't verified. */
  readonly emailIsVerified: boolean | null;
}

/** Present even if the institution hides phones. */
export interface Texting {
  readonly hasPhone: boolean;
  readonly isAgreed: boolean;
}

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }): Promise<Profile> => profileFromWire(bodyOf(await call('GET /api/Profile', { signal }))),
});

function profileFromWire({ UserInfo, PersonalInfo, UserAlertsInfo, Texting, EmailIsVerified }: ProfileAnswer): Profile {
  return {
    userInfo: UserInfo && {
      loginName: UserInfo.LogonName,
      emailAddress: UserInfo.EmailAddress,
      secretQuestion: UserInfo.SecretQuestion,
    },
    contacts: PersonalInfo && contactsFromWire(PersonalInfo),
    notifications: UserAlertsInfo && preferencesFromWire(UserAlertsInfo),
    texting: { hasPhone: Texting.HasTelephone, isAgreed: Texting.IsAgreed },
    emailIsVerified: EmailIsVerified,
  };
}

/** Reloads the profile before its screen opens; the screen itself shows a failure. */
export async function preloadProfile(): Promise<void> {
  await queryClient.prefetchQuery({ ...profileQuery, staleTime: 0 });
}

/** Reloads after changes elsewhere or in another section. */
export async function refreshProfile(): Promise<void> {
  await queryClient.invalidateQueries(profileQuery);
}

/** The server did not return what it saved. */
const NOT_CONFIRMED: Refused = { kind: 'refused', status: 200, codes: [] };

export interface UserInfoChange {
  readonly fields: UserInfoFields;
  /** As shown to the customer; only differences are sent. */
  readonly shown: SavedUserInfo;
  readonly newPassword: string;
  readonly confirmation: string;
}

/** Saves changes of User Information and caches the server's version. */
export async function saveUserInfo({
  fields,
  shown,
  newPassword,
  confirmation,
}: UserInfoChange): Promise<CallResult<SavedUserInfo>> {
  const loginName = fields.loginName.trim();
  const emailAddress = fields.emailAddress.trim();
  const secretQuestion = fields.secretQuestion.trim();
  const changesQuestion = secretQuestion !== shown.secretQuestion || fields.secretAnswer !== '';
  const renamed = loginName !== shown.loginName;
  const moved = emailAddress !== shown.emailAddress;
  const result = await call('POST /api/UpdateProfile', {
    body: {
      UserInfo: {
        ...(renamed ? { LogonName: loginName } : {}),
        ...(moved ? { EmailAddress: emailAddress } : {}),
        ...(changesQuestion ? { SecretQuestion: secretQuestion, SecretAnswer: fields.secretAnswer } : {}),
        OldPassword: fields.oldPassword,
        NewPassword: newPassword,
        ConfirmNewPassword: confirmation,
        Before: {
          ...(renamed ? { LogonName: shown.loginName } : {}),
          ...(moved ? { EmailAddress: shown.emailAddress } : {}),
          ...(changesQuestion ? { SecretQuestion: shown.secretQuestion } : {}),
        },
      },
    },
  });
  if (result.kind !== 'answer') return showIfStale(result);
  const { UserInfo } = result.body;
  if (!UserInfo) return NOT_CONFIRMED;
  const saved = {
    loginName: UserInfo.LogonName,
    emailAddress: UserInfo.EmailAddress,
    secretQuestion: UserInfo.SecretQuestion,
  };
  renameInSession({ username: saved.loginName, emailAddress: saved.emailAddress });
  queryClient.setQueryData(
    profileQuery.queryKey,
    (profile) =>
      profile && {
        ...profile,
        userInfo: saved,
        emailIsVerified: moved && profile.emailIsVerified !== null ? false : profile.emailIsVerified,
      },
  );
  return { kind: 'answer', body: saved };
}

export interface ContactsChange {
  /** As shown to the customer; other changes since then are not overwritten. */
  readonly shown: Contacts;
  /** Null if untouched. */
  readonly address: MailingAddress | null;
  /** Null if untouched. */
  readonly phones: readonly PhoneOnFile[] | null;
  readonly oldPassword: string;
}

/** Saves changes of Personal Information and caches the server's version. */
export async function saveContacts({
  shown,
  address,
  phones,
  oldPassword,
}: ContactsChange): Promise<CallResult<Contacts>> {
  const result = await call('POST /api/UpdateProfile', {
    body: {
      PersonalInfo: {
        Address: address && addressToWire(address),
        PhoneNumbers: phones && phonesToWire(phones),
        OldPassword: oldPassword,
        Before: {
          ...(address ? { Address: addressToWire(shown.address) } : {}),
          ...(phones ? { PhoneNumbers: phonesToWire(shown.phones) } : {}),
        },
      },
    },
  });
  if (result.kind !== 'answer') return showIfStale(result);
  const { PersonalInfo } = result.body;
  if (!PersonalInfo) return NOT_CONFIRMED;
  const saved = contactsFromWire(PersonalInfo);
  const { phones: kept } = saved;
  const texting = { hasPhone: kept.length > 0, isAgreed: kept.some(({ textsAgreed }) => textsAgreed) };
  keep({ contacts: saved, texting });
  return { kind: 'answer', body: saved };
}

/** Reloads the profile if a save was refused because of a change elsewhere. */
async function showIfStale(failure: Refused | Unreachable): Promise<Refused | Unreachable> {
  if (failure.kind === 'refused' && failure.codes.includes('Stale')) await refreshProfile();
  return failure;
}

export async function saveNotifications(preferences: NumberedPreferences): Promise<CallResult<NumberedPreferences>> {
  const result = await call('POST /api/UpdateProfile', {
    body: { UserAlertsInfo: preferencesToWire(preferences, true), AlertsAreDirty: true },
  });
  if (result.kind !== 'answer') return showIfStale(result);
  if (!result.body.UserAlertsInfo) return NOT_CONFIRMED;
  const saved = preferencesFromWire(result.body.UserAlertsInfo);
  keep({ notifications: saved });
  return { kind: 'answer', body: saved };
}

function keep(changed: Partial<Profile>): void {
  queryClient.setQueryData(profileQuery.queryKey, (profile) => profile && { ...profile, ...changed });
}
