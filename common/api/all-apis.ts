import { accountDetailsApi } from './account-details.api.ts';
import { accountsApi } from './accounts.api.ts';
import { applicationListApi } from './application-list.api.ts';
import { applicationsApi } from './applications.api.ts';
import { contactApi } from './contact.api.ts';
import { authenticatorApi } from './authenticator.api.ts';
import { confirmationApi } from './confirmation.api.ts';
import { credentialsApi, resetPasswordApi } from './credentials.api.ts';
import { documentsApi } from './documents.api.ts';
import { historyApi } from './history.api.ts';
import { draftAgreementsApi } from './draft-agreements.api.ts';
import { locatorApi } from './locator.api.ts';
import { passkeyLoginApi, passkeysApi } from './passkeys.api.ts';
import { paymentPreviewApi } from './payment-preview.api.ts';
import { paymentsApi } from './payments.api.ts';
import { receiptsApi } from './receipts.api.ts';
import { requestChangeApi } from './request-change.api.ts';
import { profileApi } from './profile.api.ts';
import { recoveryApi } from './recovery.api.ts';
import { payoffApi } from './payoff.api.ts';
import { registrationApi } from './registration.api.ts';
import { schedulesApi } from './schedules.api.ts';
import { setupApi } from './setup.api.ts';
import { signInsApi } from './sign-ins.api.ts';
import { signInStepsApi } from './sign-in-steps.api.ts';
import { signInApi } from './sign-in.api.ts';
import { statementsApi } from './statements.api.ts';
import { textingApi } from './texting.api.ts';
import { ticketsApi } from './tickets.api.ts';
import { submissionOutcomeApi } from './submission-outcome.api.ts';
import { tokenSignInApi } from './token-sign-in.api.ts';

/** The whole contract. */
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
  ...schedulesApi,
  ...paymentPreviewApi,
  ...draftAgreementsApi,
  ...submissionOutcomeApi,
  ...receiptsApi,
  ...tokenSignInApi,
  ...passkeyLoginApi,
  ...passkeysApi,
  ...authenticatorApi,
  ...signInsApi,
  ...ticketsApi,
  ...applicationsApi,
  ...profileApi,
  ...textingApi,
  ...requestChangeApi,
  ...contactApi,
  ...locatorApi,
  ...documentsApi,
} as const;

export type Contract = typeof contract;
