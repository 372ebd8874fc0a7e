import { accountsTexts } from './accounts.ts';
import { activationTexts } from './activation.ts';
import { applicationListTexts } from './application-list.ts';
import { applicationsTexts } from './applications.ts';
import { contactMailTexts, contactTexts } from './contact.ts';
import { credentialsTexts } from './credentials.ts';
import { documentsTexts } from './documents.ts';
import { draftAgreementTexts } from './draft-agreement.ts';
import { faqTexts } from './faq.ts';
import { historyTexts } from './history.ts';
import { optOutTexts } from './opt-out.ts';
import { loanDetailsTexts } from './loan-details.ts';
import { locatorTexts } from './locator.ts';
import { paymentErrorTexts } from './payment-errors.ts';
import { paymentsTexts } from './payments.ts';
import { payoffTexts } from './payoff.ts';
import { profileMessageTexts } from './profile-messages.ts';
import { profileTexts } from './profile.ts';
import { registrationMailTexts } from './registration-mail.ts';
import { registrationTexts } from './registration.ts';
import { recoveryTexts } from './recovery.ts';
import { requestChangeTexts } from './request-change.ts';
import { scheduleMailTexts } from './schedule-mails.ts';
import { securityTexts } from './security.ts';
import { shellTexts } from './shell.ts';
import { signInStepTexts } from './sign-in-steps.ts';
import { signInTexts } from './sign-in.ts';
import { singleSignOnTexts } from './single-sign-on.ts';
import { statementsTexts } from './statements.ts';

/** All default wording, the list an institution's overrides are checked against. */
export const defaultTexts = {
  ...shellTexts,
  ...signInTexts,
  ...signInStepTexts,
  ...credentialsTexts,
  ...recoveryTexts,
  ...registrationTexts,
  ...registrationMailTexts,
  ...activationTexts,
  ...optOutTexts,
  ...accountsTexts,
  ...loanDetailsTexts,
  ...applicationListTexts,
  ...historyTexts,
  ...statementsTexts,
  ...payoffTexts,
  ...paymentsTexts,
  ...paymentErrorTexts,
  ...draftAgreementTexts,
  ...scheduleMailTexts,
  ...applicationsTexts,
  ...singleSignOnTexts,
  ...documentsTexts,
  ...contactTexts,
  ...contactMailTexts,
  ...faqTexts,
  ...locatorTexts,
  ...profileTexts,
  ...profileMessageTexts,
  ...requestChangeTexts,
  ...securityTexts,
} as const;

export type TextKey = keyof typeof defaultTexts;

/** The wording in force; `null` hides a label or section. */
export type Texts = { readonly [Key in TextKey]: string | null };
