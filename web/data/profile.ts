import { queryOptions } from '@tanstack/react-query';
import type { ProfileAnswer } from '#common/api/profile.api.ts';
import {
  type Contacts,
  contactsFromWire,
  type NumberedPreferences,
  preferencesFromWire,
  preferencesToWire,
  telephonesToWire,
} from '#common/api/profile.wire.ts';
import { addressToWire } from '#common/api/account-details.wire.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { MailingAddress } from '#common/rules/addresses/mailing-address.ts';
import type { SavedUserInfo, UserInfoFields } from '#common/rules/profile/user-info.ts';
import type { Telephone } from '#common/rules/profile/telephones.ts';
import { call } from './client.ts';
import { bodyOf, queryClient } from './query-client.ts';
import { renameInSession } from './session.ts';

/** What the profile shows; a part is null where the institution hides its section. */
export interface Profile {
  readonly userInfo: SavedUserInfo | null;
  readonly contacts: Contacts | null;
  readonly notifications: NumberedPreferences | null;
}

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }): Promise<Profile> => profileFromWire(bodyOf(await call('GET /api/Profile', { signal }))),
});

function profileFromWire({ UserInfo, PersonalInfo, UserAlertsInfo }: ProfileAnswer): Profile {
  return {
    userInfo: UserInfo && {
      logonName: UserInfo.LogonName,
      emailAddress: UserInfo.EmailAddress,
      secretQuestion: UserInfo.SecretQuestion,
    },
    contacts: PersonalInfo && contactsFromWire(PersonalInfo),
    notifications: UserAlertsInfo && preferencesFromWire(UserAlertsInfo),
  };
}

/** Loads the profile anew before its screen opens; a failure is the screen's to show. */
export async function preloadProfile(): Promise<void> {
  await queryClient.prefetchQuery({ ...profileQuery, staleTime: 0 });
}

/** Fetches what somebody has changed elsewhere, or what another part of the profile has changed. */
export async function refreshProfile(): Promise<void> {
  await queryClient.invalidateQueries(profileQuery);
}

/** The codes with which a save was refused; none when the call failed. */
export type SaveCodes = readonly string[];

const CALL_FAILED: SaveCodes = [];

type SaveResult<Saved> = { readonly saved: Saved } | { readonly codes: SaveCodes };

/** Saves User Information, and keeps what the server made of it. */
export async function saveUserInfo(
  fields: UserInfoFields,
  newPassword: string,
  confirmation: string,
): Promise<SaveResult<SavedUserInfo>> {
  const result = await call('POST /api/UpdateProfile', {
    body: {
      UserInfo: {
        LogonName: fields.logonName.trim(),
        EmailAddress: fields.emailAddress.trim(),
        OldPassword: fields.oldPassword,
        NewPassword: newPassword,
        ConfirmNewPassword: confirmation,
        SecretQuestion: fields.secretQuestion.trim(),
        SecretAnswer: fields.secretAnswer,
      },
    },
  });
  if (result.kind !== 'answer') return { codes: result.kind === 'refused' ? result.codes : CALL_FAILED };
  const { UserInfo } = result.body;
  if (!UserInfo) return { codes: CALL_FAILED };
  const saved = {
    logonName: UserInfo.LogonName,
    emailAddress: UserInfo.EmailAddress,
    secretQuestion: UserInfo.SecretQuestion,
  };
  renameInSession({ username: saved.logonName, emailAddress: saved.emailAddress });
  keep({ userInfo: saved });
  return { saved };
}

export interface ContactsChange {
  /** Null while it was not touched. */
  readonly address: MailingAddress | null;
  readonly telephones: readonly Telephone[];
  readonly oldPassword: string;
}

/** Saves Personal Information, and keeps what the server made of it. */
export async function saveContacts({
  address,
  telephones,
  oldPassword,
}: ContactsChange): Promise<SaveResult<Contacts>> {
  const result = await call('POST /api/UpdateProfile', {
    body: {
      PersonalInfo: {
        Address: address && addressToWire(address),
        PhoneNumbers: telephonesToWire(telephones),
        OldPassword: oldPassword,
      },
    },
  });
  if (result.kind !== 'answer') return { codes: result.kind === 'refused' ? result.codes : CALL_FAILED };
  const { PersonalInfo } = result.body;
  if (!PersonalInfo) return { codes: CALL_FAILED };
  const saved = contactsFromWire(PersonalInfo);
  keep({ contacts: saved });
  return { saved };
}

/** Saves notifications, and keeps what the server made of them. */
export async function saveNotifications(
  preferences: NumberedPreferences,
): Promise<Result<NumberedPreferences, 'Stale' | 'Error'>> {
  const result = await call('POST /api/UpdateProfile', {
    body: { UserAlertsInfo: preferencesToWire(preferences, true), AlertsAreDirty: true },
  });
  if (result.kind !== 'answer' || !result.body.UserAlertsInfo) {
    const isStale = result.kind === 'refused' && result.codes.includes('Stale');
    return failure(isStale ? 'Stale' : 'Error');
  }
  const saved = preferencesFromWire(result.body.UserAlertsInfo);
  keep({ notifications: saved });
  return success(saved);
}

function keep(changed: Partial<Profile>): void {
  queryClient.setQueryData(profileQuery.queryKey, (profile) => profile && { ...profile, ...changed });
}
