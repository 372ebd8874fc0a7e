import { accountDetailsApi } from '#common/accounts/account-details.api.ts';
import { accountsApi } from '#common/accounts/accounts.api.ts';
import { applicationListApi } from '#common/accounts/application-list.api.ts';
import { applicationsApi } from '#common/accounts/applications.api.ts';
import { conversationsApi } from '#common/contact/conversations.api.ts';
import { contactApi } from '#common/contact/contact.api.ts';
import { authenticatorApi } from '#common/identity/authenticator.api.ts';
import { confirmationApi } from '#common/identity/confirmation.api.ts';
import { credentialsApi, resetPasswordApi } from '#common/identity/credentials.api.ts';
import { documentsApi } from '#common/documents/documents.api.ts';
import { historyApi } from '#common/accounts/history.api.ts';
import { draftAgreementsApi } from '#common/payments/draft-agreements.api.ts';
import { locatorApi } from '#common/contact/locator.api.ts';
import { passkeyLoginApi, passkeysApi } from '#common/identity/passkeys.api.ts';
import { paymentPreviewApi } from '#common/payments/payment-preview.api.ts';
import { paymentsApi } from '#common/payments/payments.api.ts';
import { plannedPaymentsApi } from '#common/payments/planned-payments.api.ts';
import { receiptsApi } from '#common/payments/receipts.api.ts';
import { requestChangeApi } from '#common/profile/request-change.api.ts';
import { formsApi } from '#common/profile/forms.api.ts';
import { profileApi } from '#common/profile/profile.api.ts';
import { recoveryApi } from '#common/identity/recovery.api.ts';
import { payoffApi } from '#common/accounts/payoff.api.ts';
import { registrationApi } from '#common/registration/registration.api.ts';
import { schedulePreviewApi } from '#common/payments/schedule-preview.api.ts';
import { schedulesApi } from '#common/payments/schedules.api.ts';
import { setupApi } from '#common/institution/setup.api.ts';
import { sessionsApi } from '#common/identity/sessions.api.ts';
import { signInStepsApi } from '#common/identity/sign-in-steps.api.ts';
import { signInApi } from '#common/identity/sign-in.api.ts';
import { statementsApi } from '#common/accounts/statements.api.ts';
import { textingApi } from '#common/profile/texting.api.ts';
import { ticketsApi } from '#common/identity/tickets.api.ts';
import { submissionOutcomeApi } from '#common/payments/submission-outcome.api.ts';
import { tokenSignInApi } from '#common/identity/token-sign-in.api.ts';

export const contract = {
  ...setupApi,
  ...signInApi,
  ...signInStepsApi,
  ...registrationApi,
  ...accountsApi,
  ...accountDetailsApi,
  ...applicationListApi,
  ...confirmationApi,
  ...credentialsApi,
  ...resetPasswordApi,
  ...recoveryApi,
  ...historyApi,
  ...statementsApi,
  ...payoffApi,
  ...paymentsApi,
  ...plannedPaymentsApi,
  ...schedulePreviewApi,
  ...schedulesApi,
  ...paymentPreviewApi,
  ...draftAgreementsApi,
  ...submissionOutcomeApi,
  ...receiptsApi,
  ...tokenSignInApi,
  ...passkeyLoginApi,
  ...passkeysApi,
  ...authenticatorApi,
  ...sessionsApi,
  ...ticketsApi,
  ...applicationsApi,
  ...profileApi,
  ...textingApi,
  ...requestChangeApi,
  ...formsApi,
  ...contactApi,
  ...conversationsApi,
  ...locatorApi,
  ...documentsApi,
} as const;

export type Contract = typeof contract;
