import type { TokenizedCard } from '#common/payments/rules/payment-types.ts';
import { call } from '#web/data/client.ts';
import type { BillingDetails, SetupResult, Stripe, StripeElement } from './load-stripe.ts';
import { brandOf, refusalOf, type StripeRefusal } from './stripe-errors.ts';

export type StripeCard = Omit<TokenizedCard, 'debitCredit'>;

export type StripeAnswer =
  | { readonly kind: 'card'; readonly card: StripeCard }
  /** The bank wants the customer to confirm the card on this page. */
  | { readonly kind: 'confirm'; readonly url: string; readonly finish: () => Promise<StripeAnswer> }
  | StripeRefusal;

const failed = { kind: 'failed' } as const;

/** The page of the portal to which the bank's page returns. */
const RETURN_PATH = '/card-confirmation';

/** Stores the card at Stripe for later charges. The portal gets ids alone. */
export async function takeStripeCard(
  { stripe, cardNumber }: { readonly stripe: Stripe; readonly cardNumber: StripeElement },
  billing: BillingDetails,
): Promise<StripeAnswer> {
  try {
    const made = await stripe.createPaymentMethod({ type: 'card', card: cardNumber, billing_details: billing });
    if (made.error) return refusalOf(made.error);
    const { id = '', card } = made.paymentMethod ?? {};
    const brand = card && brandOf(card.brand);
    if (!card || !brand) return { kind: 'refused' };
    const begun = await call('POST /api/PaymentMethod/BeginCardSetup');
    if (begun.kind !== 'answer') return failed;
    const clientSecret = begun.body.ClientSecret;
    const { last4: lastFour, exp_month: month, exp_year: year } = card;
    const expiration = `${String(month).padStart(2, '0')}/${String(year).slice(-2)}`;
    const answerOf = (setup: SetupResult): StripeAnswer => {
      if (setup.error) return refusalOf(setup.error);
      const { id: token = '', status, next_action: next } = setup.setupIntent ?? {};
      if (status === 'succeeded') return { kind: 'card', card: { token, brand, lastFour, expiration } };
      const url = next?.redirect_to_url?.url;
      if (status === 'requires_action' && url) return { kind: 'confirm', url, finish };
      // Stripe asks for another card after the bank has refused this one.
      return { kind: status === 'requires_payment_method' ? 'notConfirmed' : 'failed' };
    };
    const finish = async (): Promise<StripeAnswer> => {
      try {
        return answerOf(await stripe.retrieveSetupIntent(clientSecret));
      } catch {
        return failed;
      }
    };
    // Stripe's own dialog would open behind ours, so the portal shows the bank's page.
    const data = { payment_method: id, return_url: `${location.origin}${RETURN_PATH}` };
    return answerOf(await stripe.confirmCardSetup(clientSecret, data, { handleActions: false }));
  } catch {
    return failed;
  }
}
