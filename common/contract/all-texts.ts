import { accountsTexts } from '#common/accounts/texts.ts';
import { activationTexts } from '#common/registration/activation-texts.ts';
import { applicationListTexts } from '#common/accounts/application-list-texts.ts';
import { conversationTexts } from '#common/contact/conversation-texts.ts';
import { contactMailTexts, contactTexts } from '#common/contact/texts.ts';
import { credentialsTexts } from '#common/identity/credentials-texts.ts';
import { deskTexts } from '#common/desk/texts.ts';
import { documentsTexts } from '#common/documents/texts.ts';
import { defaultFormTexts, formTexts, requiredFormTexts } from '#common/profile/form-texts.ts';
import {
  draftAgreementTexts,
  requiredDraftAgreementTexts,
  requiredDraftAuthorizationTexts,
} from '#common/payments/draft-agreement-texts.ts';
import { historyTexts } from '#common/accounts/history-texts.ts';
import { loanDetailsTexts } from '#common/accounts/loan-details-texts.ts';
import { locatorTexts } from '#common/contact/locator-texts.ts';
import { paymentErrorTexts } from '#common/payments/payment-errors-texts.ts';
import { methodTexts } from '#common/payments/method-texts.ts';
import { paymentsTexts } from '#common/payments/texts.ts';
import { plannedPaymentsTexts } from '#common/payments/planned-payments-texts.ts';
import { receiptTexts } from '#common/payments/receipt-texts.ts';
import { payoffTexts } from '#common/accounts/payoff-texts.ts';
import { profileMessageTexts } from '#common/profile/profile-messages-texts.ts';
import { profileTexts } from '#common/profile/texts.ts';
import { registrationMailTexts } from '#common/registration/registration-mail-texts.ts';
import { registrationTexts, requiredOptOutTexts } from '#common/registration/texts.ts';
import { recoveryTexts } from '#common/identity/recovery-texts.ts';
import { requestChangeTexts } from '#common/profile/request-change-texts.ts';
import { requiredScheduleMailTexts, scheduleMailTexts } from '#common/payments/schedule-mails-texts.ts';
import { securityTexts } from '#common/identity/security-texts.ts';
import { requiredShellTexts, shellTexts } from '#common/institution/texts.ts';
import { signInStepTexts } from '#common/identity/sign-in-steps-texts.ts';
import { signInTexts } from '#common/identity/sign-in-texts.ts';
import { statementsTexts } from '#common/accounts/statements-texts.ts';
import type { PlacesOf } from './text-places.ts';

export const defaultTexts = {
  ...shellTexts,
  ...signInTexts,
  ...signInStepTexts,
  ...credentialsTexts,
  ...deskTexts,
  ...recoveryTexts,
  ...registrationTexts,
  ...registrationMailTexts,
  ...activationTexts,
  ...accountsTexts,
  ...loanDetailsTexts,
  ...applicationListTexts,
  ...historyTexts,
  ...statementsTexts,
  ...payoffTexts,
  ...paymentsTexts,
  ...methodTexts,
  ...plannedPaymentsTexts,
  ...receiptTexts,
  ...paymentErrorTexts,
  ...draftAgreementTexts,
  ...scheduleMailTexts,
  ...documentsTexts,
  ...contactTexts,
  ...contactMailTexts,
  ...conversationTexts,
  ...locatorTexts,
  ...profileTexts,
  ...profileMessageTexts,
  ...requestChangeTexts,
  ...formTexts,
  ...defaultFormTexts,
  ...securityTexts,
} as const;

/** The rule behind each text that no institution may hide. */
export const requiredTexts: Readonly<Record<string, string | undefined>> = {
  ...requiredShellTexts,
  ...requiredDraftAgreementTexts,
  ...requiredDraftAuthorizationTexts,
  ...requiredScheduleMailTexts,
  ...requiredFormTexts,
  ...requiredOptOutTexts,
};

export type TextKey = keyof typeof defaultTexts;

/** The texts in force; `null` hides a label or section. */
export type Texts = { readonly [Key in TextKey]: string | null };

type Places<Key extends TextKey> = PlacesOf<(typeof defaultTexts)[Key]>;

/** The values of a text by name: all that any of the keys needs; whatever fits where the key is any. */
export type TextValues<Key extends TextKey, Value = string> = TextKey extends Key
  ? Readonly<Record<string, Value>>
  : Readonly<Record<Places<Key>, Value>>;

/** The arguments after the key of a text: its values if it has places, else none. */
export type TextArguments<Key extends TextKey, Value = string> = TextKey extends Key
  ? readonly [values?: TextValues<Key, Value>]
  : [Places<Key>] extends [never]
    ? readonly []
    : readonly [values: TextValues<Key, Value>];

/** A text with its values, except those that are `Known` where it is written. */
export type FilledText<Key extends TextKey, Known extends string = never> = {
  readonly [One in Key]: [Exclude<Places<One>, Known>] extends [never]
    ? { readonly key: One; readonly values?: undefined }
    : { readonly key: One; readonly values: Readonly<Record<Exclude<Places<One>, Known>, string>> };
}[Key];
