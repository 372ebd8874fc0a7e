import type { Contract } from '#common/contract/all-apis.ts';
import type { Handlers } from './platform/http/endpoint.ts';
import { accountDetailsHandlers, accountsHandlers } from './accounts/accounts.routes.ts';
import { applicationListHandlers } from './accounts/application-list.routes.ts';
import { applicationsHandlers } from './accounts/applications/apply-for-loan.routes.ts';
import { confirmationHandlers } from './identity/confirmation/confirmation.routes.ts';
import { conversationsHandlers } from './contact/conversations/conversations.routes.ts';
import { contactHandlers } from './contact/contact.routes.ts';
import { authenticatorHandlers } from './identity/authenticator/authenticator.routes.ts';
import { credentialsHandlers } from './identity/credentials/credentials.routes.ts';
import { documentsHandlers } from './documents/documents.routes.ts';
import { historyHandlers } from './accounts/history/history.routes.ts';
import { locatorHandlers } from './contact/locator/locator.routes.ts';
import { passkeyLoginHandlers } from './identity/sign-in/passkey-sign-in.routes.ts';
import { passkeysHandlers } from './identity/passkeys/passkeys.routes.ts';
import { paymentsHandlers } from './payments/payments.routes.ts';
import { payoffHandlers } from './accounts/payoff/payoff.routes.ts';
import { formsHandlers } from './profile/forms/forms.routes.ts';
import { requestChangeHandlers } from './profile/request-change/request-change.routes.ts';
import { profileHandlers } from './profile/profile.routes.ts';
import { recoveryHandlers } from './identity/recovery/recovery.routes.ts';
import { registrationHandlers } from './registration/registration.routes.ts';
import { resetPasswordHandlers } from './identity/sign-in/reset-password.routes.ts';
import { setupHandlers } from './institution/setup.routes.ts';
import { sessionsHandlers } from './identity/sessions/sessions.routes.ts';
import { signInStepsHandlers } from './identity/sign-in/sign-in-steps.routes.ts';
import { tokenSignInHandlers } from './identity/app-tokens/app-tokens.routes.ts';
import { signInHandlers } from './identity/sign-in/sign-in.routes.ts';
import { statementsHandlers } from './accounts/statements/statements.routes.ts';
import { textingHandlers } from './profile/texting/texting.routes.ts';
import { ticketsHandlers } from './identity/tickets/tickets.routes.ts';

/** The handlers of all features. The type requires one for every call of the contract. */
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
  ...sessionsHandlers,
  ...confirmationHandlers,
  ...ticketsHandlers,
  ...applicationsHandlers,
  ...profileHandlers,
  ...textingHandlers,
  ...requestChangeHandlers,
  ...formsHandlers,
  ...contactHandlers,
  ...conversationsHandlers,
  ...locatorHandlers,
  ...documentsHandlers,
};
