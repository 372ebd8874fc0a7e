import { failed, noErrors } from '#common/contract/answers.ts';
import type { PersonalInfoEntry, profileApi, UserAlertsItem, UserInfoEntry } from '#common/profile/profile.api.ts';
import { contactsToWire, preferencesToWire, wantedContactsFromWire } from '#common/profile/profile.wire.ts';
import { type Call, type Handlers, ok, type Session } from '#server/platform/http/endpoint.ts';
import { documentToWire } from '#common/documents/documents.wire.ts';
import { listShownDocuments } from '#server/documents/list-documents.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { findUserById } from '#server/identity/users/users.queries.ts';
import { getContacts } from '#server/messages/customer-contacts.ts';
import type { Services } from '#server/services.ts';
import { keepFormerAddress } from './correct-email.command.ts';
import { shownPreferences, updatePreferences } from './preferences.command.ts';
import { sendVerification } from './send-verification.command.ts';
import { updatePersonalInfo } from './update-personal-info.command.ts';
import { updateUserInfo } from './update-user-info.command.ts';
import { savedUserInfo, userInfoToWire } from './user-info.wire.ts';

type UpdateCall = Call<
  'POST /api/UpdateProfile' | 'POST /api/UpdateProfile/UserInfo' | 'POST /api/UpdateProfile/PersonalInfo'
>;

export const profileHandlers: Handlers<typeof profileApi> = {
  'GET /api/Profile': async ({ session, services }) => {
    const { host, database } = services;
    const user = await findUserById(database, session.userId);
    const customer = await host.findCustomer(session.customerId);
    if (!user || !customer) throw new Refusal(401, 'Unauthorized');
    const contacts = await getContacts(host, session.customerId);
    const shown = sectionsOf(services, session);
    return ok({
      ...noErrors,
      UserInfo: shown.userInfo ? userInfoToWire(savedUserInfo(user, customer)) : null,
      PersonalInfo: shown.personalInfo ? contactsToWire(contacts) : null,
      UserAlertsInfo: shown.notifications
        ? preferencesToWire(await shownPreferences(services, session, contacts.phones))
        : null,
      Texting: {
        HasTelephone: contacts.phones.length > 0,
        IsAgreed: contacts.phones.some(({ textsAgreed }) => textsAgreed),
      },
      EmailIsVerified: services.institution.options['loginOptions.useSingleSignOnOption'] ? null : user.emailIsVerified,
      AlertsAreDirty: false,
      Documents: shown.documents
        ? (await listShownDocuments(services, session, { kind: 'customer' })).map(documentToWire)
        : [],
    });
  },

  'POST /api/UpdateProfile': async (call) => {
    const { UserInfo, PersonalInfo, UserAlertsInfo, AlertsAreDirty } = call.body;
    if (UserInfo) return saveUserInfo(call, UserInfo);
    if (PersonalInfo) return savePersonalInfo(call, PersonalInfo);
    return UserAlertsInfo && AlertsAreDirty ? saveAlerts(call, UserAlertsInfo) : ok(noErrors);
  },

  'POST /api/UpdateProfile/UserInfo': (call) => saveUserInfo(call, call.body),

  'POST /api/UpdateProfile/PersonalInfo': (call) => savePersonalInfo(call, call.body),

  'POST /api/Profile/SendVerification': async ({ session, services, siteUrl, ipAddress }) => {
    if (!sectionsOf(services, session).userInfo) throw new Refusal(403, 'NotOffered');
    const sent = await sendVerification(services, session, { siteUrl, ipAddress });
    return ok(sent.ok ? noErrors : failed(sent.error));
  },

  'POST /api/Profile/KeepEmailAddress': async ({ body, ipAddress, services }) =>
    ok((await keepFormerAddress(services, body.Token, ipAddress)) ? noErrors : failed('Invalid')),
};

/** Returns the sections this institution offers this customer (M 2, M 6); the server refuses the others. */
function sectionsOf({ institution: { options } }: Services, { companyNumber }: Session) {
  const isPersonal = companyNumber === 0;
  return {
    userInfo: !options['profileOptions.hideUserInformation'],
    personalInfo: isPersonal || !options['profileOptions.hidePersonalInformationForNonPersonal'],
    notifications: !options['profileOptions.hideNotifications'],
    documents: isPersonal && options['globalOptions.useFileServicesOption'],
  };
}

async function saveUserInfo({ session, services, siteUrl, ipAddress }: UpdateCall, entry: UserInfoEntry) {
  if (!sectionsOf(services, session).userInfo) throw new Refusal(403, 'NotOffered');
  const outcome = await updateUserInfo(services, { session, entry, siteUrl, ipAddress });
  return 'errors' in outcome
    ? ok(failed(...outcome.errors))
    : ok({ ...noErrors, UserInfo: userInfoToWire(outcome.info) });
}

async function savePersonalInfo({ session, services, ipAddress }: UpdateCall, entry: PersonalInfoEntry) {
  if (!sectionsOf(services, session).personalInfo) throw new Refusal(403, 'NotOffered');
  const result = await updatePersonalInfo(services, { session, wanted: wantedContactsFromWire(entry), ipAddress });
  return result.ok ? ok({ ...noErrors, PersonalInfo: contactsToWire(result.value) }) : ok(failed(result.error));
}

async function saveAlerts({ session, services }: UpdateCall, item: UserAlertsItem) {
  if (!sectionsOf(services, session).notifications) throw new Refusal(403, 'NotOffered');
  const result = await updatePreferences(services, session, item);
  return result.ok ? ok({ ...noErrors, UserAlertsInfo: preferencesToWire(result.value) }) : ok(failed(result.error));
}
