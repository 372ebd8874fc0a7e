import { useState } from 'react';
import { plainName } from '#common/core/plain-name.ts';
import type { CardErrorKey } from '#common/payments/rules/card-rules.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { CardValues } from './card-values.ts';
import type { BillingDetails, StripeFieldName } from './load-stripe.ts';
import { fieldError, type StripeFieldErrors, stripeFieldNames } from './stripe-errors.ts';
import { type StripeAnswer, type StripeCard, takeStripeCard } from './take-stripe-card.ts';
import type { StripeFields } from './use-stripe-fields.ts';

interface StripeCardEntry {
  /** Said about the whole form. */
  readonly problem: 'refused' | 'notConfirmed' | 'failed' | null;
  /** The bank wants the card confirmed on this page. */
  readonly confirming: { readonly url: string; readonly onReturn: () => void; readonly onClose: () => void } | null;
  readonly errorOf: (name: StripeFieldName) => CardErrorKey | undefined;
  readonly submit: (values: CardValues) => Promise<void>;
  /** From now on, fields that were never touched show what is missing. */
  readonly showAll: () => void;
}

/** From what was typed into Stripe's fields to a stored card. Nothing typed is lost by an error. */
export function useStripeCard(
  fields: StripeFields,
  { cardBrands }: PaymentSettings,
  onTaken: (card: StripeCard) => Promise<void>,
): StripeCardEntry {
  const [answer, setAnswer] = useState<StripeAnswer | null>(null);
  const [told, setTold] = useState<StripeFieldErrors>({});
  const [showsAll, setShowsAll] = useState(false);
  const typedError = (name: StripeFieldName) => fieldError(name, fields.changes[name], cardBrands);

  async function take(next: StripeAnswer) {
    setAnswer(next);
    if (next.kind === 'card') await onTaken(next.card);
    if (next.kind !== 'field') return;
    setTold({ [next.name]: next.error });
    fields.focus(next.name);
  }

  async function submit(values: CardValues) {
    setAnswer(null);
    setTold({});
    setShowsAll(true);
    const stripe = fields.stripe();
    const wrong = stripeFieldNames.find(typedError);
    if (wrong) fields.focus(wrong);
    else if (stripe) await take(await takeStripeCard(stripe, billingOf(values)));
  }

  const isProblem = answer?.kind === 'refused' || answer?.kind === 'notConfirmed' || answer?.kind === 'failed';
  return {
    problem: isProblem ? answer.kind : null,
    confirming:
      answer?.kind === 'confirm'
        ? {
            url: answer.url,
            onReturn: () => void answer.finish().then(take),
            onClose: () => setAnswer(null),
          }
        : null,
    errorOf: (name) => told[name] ?? (showsAll || fields.left.has(name) ? typedError(name) : undefined),
    submit,
    showAll: () => setShowsAll(true),
  };
}

function billingOf({ firstName, lastName, zipCode, address1, address2, city, state }: CardValues): BillingDetails {
  const address = { line1: address1, line2: address2, city, state };
  const given = Object.fromEntries(Object.entries(address).filter(([, value]) => value !== ''));
  return {
    name: `${plainName(firstName)} ${plainName(lastName)}`,
    address: { postal_code: zipCode.trim(), ...given },
  };
}
