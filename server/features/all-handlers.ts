import type { Contract } from '#common/api/all-apis.ts';
import type { Handlers } from '#server/platform/http/endpoint.ts';
import { accountDetailsHandlers } from './accounts/account-details.routes.ts';
import { accountsHandlers } from './accounts/accounts.routes.ts';
import { applicationListHandlers } from './accounts/application-list.routes.ts';
import { applicationsHandlers } from './applications/apply-for-loan.routes.ts';
import { confirmationHandlers } from './confirmation/confirmation.routes.ts';
import { contactHandlers } from './contact/contact.routes.ts';
import { authenticatorHandlers } from './authenticator/authenticator.routes.ts';
import { credentialsHandlers } from './credentials/credentials.routes.ts';
import { documentsHandlers } from './documents/documents.routes.ts';
import { historyHandlers } from './history/history.routes.ts';
import { locatorHandlers } from './locator/locator.routes.ts';
import { passkeyLoginHandlers } from './sign-in/passkey-sign-in.routes.ts';
import { passkeysHandlers } from './passkeys/passkeys.routes.ts';
import { paymentsHandlers } from './payments/payments.routes.ts';
import { payoffHandlers } from './payoff/payoff.routes.ts';
import { requestChangeHandlers } from './request-change/request-change.routes.ts';
import { profileHandlers } from './profile/profile.routes.ts';
import { recoveryHandlers } from './recovery/recovery.routes.ts';
import { registrationHandlers } from './registration/registration.routes.ts';
import { resetPasswordHandlers } from './sign-in/reset-password.routes.ts';
import { setupHandlers } from './setup/setup.routes.ts';
import { signInsHandlers } from './sign-ins/sign-ins.routes.ts';
import { signInStepsHandlers } from './sign-in/sign-in-steps.routes.ts';
import { tokenSignInHandlers } from './sign-in/app-tokens.routes.ts';
import { signInHandlers } from './sign-in/sign-in.routes.ts';
import { statementsHandlers } from './statements/statements.routes.ts';
import { textingHandlers } from './texting/texting.routes.ts';
import { ticketsHandlers } from './tickets/tickets.routes.ts';

/** The handlers of all features, spelled out: one for every call of the contract. */
export const allHandlers: Handlers<Contract> = {
  ...setupHandlers,
  ...signInHandlers,
  ...signInStepsHandlers,
  ...registrationHandlers,
  ...accountsHandlers,
  ...accountDetailsHandlers,
  ...applicationListHandlers,
  ...credentialsHandlers,
  ...resetPasswordHandlers,
  ...recoveryHandlers,
  ...historyHandlers,
  ...statementsHandlers,
  ...payoffHandlers,
  ...paymentsHandlers,
  ...tokenSignInHandlers,
  ...passkeyLoginHandlers,
  ...passkeysHandlers,
  ...authenticatorHandlers,
  ...signInsHandlers,
  ...confirmationHandlers,
  ...ticketsHandlers,
  ...applicationsHandlers,
  ...profileHandlers,
  ...textingHandlers,
  ...requestChangeHandlers,
  ...contactHandlers,
  ...locatorHandlers,
  ...documentsHandlers,
};
