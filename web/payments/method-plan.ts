import { isPaidElsewhere, methodPermissions, type PaymentAvailability } from '#common/payments/rules/availability.ts';
import { findCardBrand } from '#common/payments/rules/card-brands.ts';
import type { MethodUse } from '#common/payments/rules/method-availability.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { PaymentTerms, PaymentType, SavedMethod } from '#common/payments/rules/payment-types.ts';
import { findUseError } from '#common/payments/rules/submitted-method.ts';
import type { SubmittedMethod } from '#common/payments/rules/submitted-method.ts';
import { type MethodName, nameOfSaved, submittedSaved } from './method/method-name.ts';
import type { MethodChoice, MethodValue } from './payment-values.ts';

export interface MethodPlan {
  readonly type: PaymentType | null;
  /** The customer's saved methods of this type that the institution allows. */
  readonly saved: readonly SavedMethod[];
  readonly choice: MethodChoice | null;
  /** The chosen method, if it can be used. */
  readonly paying: PayingMethod | null;
}

export interface PayingMethod {
  readonly submitted: SubmittedMethod;
  readonly name: MethodName;
}

/** Uses the customer's choice, or else the loan's default method, the only saved one, or the only allowed type (P 4). */
export function planMethod(
  value: MethodValue | undefined,
  terms: PaymentTerms,
  savedMethods: readonly SavedMethod[],
  settings: PaymentSettings,
  available: PaymentAvailability,
): MethodPlan {
  const types = allowedTypes(available);
  const listUsable = () => types.flatMap((each) => usableMethods(each, savedMethods, terms, settings));
  const wanted = value ?? defaultValue(terms, types, listUsable);
  const type = wanted.type !== null && types.includes(wanted.type) ? wanted.type : null;
  const saved = type ? listSavedMethods(type, savedMethods, terms, settings) : [];
  const paying = wanted.choice && payingMethod(wanted.choice, saved);
  const elsewhere = type === 'Card' && isPaidElsewhere(available.thirdPartyCards);
  const usable = paying && !elsewhere && findUseError(paying.submitted, terms, settings) === undefined;
  return { type, saved, choice: paying && wanted.choice, paying: usable ? paying : null };
}

export function isOneTime(submitted: SubmittedMethod): boolean {
  return !('saved' in submitted);
}

/** Saved or one-time; treated as saved before a choice. */
export function methodUseOf({ paying }: MethodPlan): MethodUse {
  return paying && isOneTime(paying.submitted) ? 'singleUse' : 'saved';
}

export function listSavedMethods(
  type: PaymentType,
  savedMethods: readonly SavedMethod[],
  { companyNumber }: PaymentTerms,
  settings: PaymentSettings,
): SavedMethod[] {
  const { maySave } = methodPermissions(type, settings, companyNumber);
  return savedMethods.filter((method) => maySave && method.type === type);
}

function allowedTypes({ types }: PaymentAvailability): PaymentType[] {
  return (['Card', 'ACH'] as const).filter((type) => types[type].allowed);
}

function usableMethods(
  type: PaymentType,
  savedMethods: readonly SavedMethod[],
  terms: PaymentTerms,
  settings: PaymentSettings,
): SavedMethod[] {
  const saved = listSavedMethods(type, savedMethods, terms, settings);
  return saved.filter((method) => findUseError(submittedSaved(method), terms, settings) === undefined);
}

function defaultValue(
  { defaultMethod }: PaymentTerms,
  types: readonly PaymentType[],
  listUsable: () => readonly SavedMethod[],
): MethodValue {
  const [only, ...others] = defaultMethod && types.includes(defaultMethod.type) ? [defaultMethod] : listUsable();
  if (only && others.length === 0) return { type: only.type, choice: { kind: 'saved', profileId: only.profileId } };
  return { type: types.length === 1 ? (types[0] ?? null) : null, choice: null };
}

function payingMethod(choice: MethodChoice, saved: readonly SavedMethod[]): PayingMethod | null {
  switch (choice.kind) {
    case 'saved': {
      const method = saved.find(({ profileId }) => profileId === choice.profileId);
      return method ? { submitted: submittedSaved(method), name: nameOfSaved(method) } : null;
    }
    case 'singleUseCard': {
      const { cardNumber, debitCredit } = choice.card;
      const brand = findCardBrand(cardNumber);
      return {
        submitted: { type: 'Card', singleUse: choice.card },
        name: { type: 'Card', brand, lastFour: cardNumber.slice(-4), debitCredit },
      };
    }
    case 'tokenizedCard': {
      const { brand, lastFour, debitCredit } = choice.card;
      return {
        submitted: { type: 'Card', tokenized: choice.card },
        name: { type: 'Card', brand, lastFour, debitCredit },
      };
    }
    case 'singleUseAccount': {
      const { accountNumber, accountType } = choice.account;
      return {
        submitted: { type: 'ACH', singleUse: choice.account },
        name: { type: 'ACH', accountType, lastFour: accountNumber.slice(-4), bankName: choice.bankName },
      };
    }
  }
}
