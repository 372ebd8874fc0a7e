import { z } from 'zod';
import type { CardBrand } from '#common/payments/rules/payment-types.ts';
import {
  type CardDetails,
  type CardSetup,
  type CardToken,
  type FoundCard,
  InformationRefused,
} from '../card-processor.ts';
import { StripeRefused } from './stripe-client.ts';
import { type Ask, identified } from './stripe-shapes.ts';

const paymentMethod = z.object({
  id: z.string(),
  card: z.object({ brand: z.string(), last4: z.string(), fingerprint: z.string() }),
});

const confirmedSetup = z.object({
  id: z.string(),
  status: z.string(),
  next_action: z.object({ redirect_to_url: z.object({ url: z.url() }).nullish() }).nullish(),
});

const beganSetup = z.object({ client_secret: z.string() });

const finishedSetup = z.object({
  status: z.string(),
  customer: z.string().nullable(),
  payment_method: paymentMethod
    .extend({ card: paymentMethod.shape.card.extend({ exp_month: z.int(), exp_year: z.int() }) })
    .nullable(),
});

const brands: Readonly<Record<string, CardBrand>> = {
  visa: 'visa',
  mastercard: 'master',
  amex: 'amex',
  discover: 'discover',
};

/** @param returnUrl undefined if no page of a bank can be shown: a card that needs one is refused at its first charge */
export async function tokenize(ask: Ask, card: CardDetails, returnUrl?: string): Promise<CardToken> {
  const [month = '', year = ''] = card.expiration.split('/');
  const name = `${card.firstName} ${card.lastName}`;
  try {
    const method = await ask(paymentMethod, {
      path: '/v1/payment_methods',
      form: {
        type: 'card',
        'card[number]': card.cardNumber,
        'card[cvc]': card.securityCode,
        'card[exp_month]': month,
        'card[exp_year]': `20${year}`,
        'billing_details[name]': name,
        'billing_details[address][postal_code]': card.zipCode,
      },
    });
    const brand = brands[method.card.brand];
    if (!brand) throw new InformationRefused(`Cards of ${method.card.brand} are not taken`);
    // A method can be charged again only after it is set up for a customer.
    const customer = await ask(identified, { path: '/v1/customers', form: { name } });
    const setup = await ask(confirmedSetup, {
      path: '/v1/setup_intents',
      form: {
        customer: customer.id,
        payment_method: method.id,
        'payment_method_types[]': 'card',
        usage: 'off_session',
        confirm: 'true',
        ...(returnUrl !== undefined && { return_url: returnUrl }),
      },
    });
    const { last4: lastFour, fingerprint } = method.card;
    const confirmUrl = setup.status === 'requires_action' ? setup.next_action?.redirect_to_url?.url : undefined;
    if (confirmUrl !== undefined) return { token: setup.id, brand, lastFour, fingerprint, confirmUrl };
    return { token: `${customer.id}:${method.id}`, brand, lastFour, fingerprint };
  } catch (error) {
    if (error instanceof StripeRefused && error.answer.type === 'card_error') {
      throw new InformationRefused('Stripe refused the card', { status: 402 });
    }
    throw error;
  }
}

/** The browser adds the card, and the customer confirms it there if the bank wants that. */
export async function beginSetup(ask: Ask): Promise<CardSetup> {
  const customer = await ask(identified, { path: '/v1/customers', form: { description: 'Passbook' } });
  const setup = await ask(beganSetup, {
    path: '/v1/setup_intents',
    form: { customer: customer.id, 'payment_method_types[]': 'card', usage: 'off_session' },
  });
  return { clientSecret: setup.client_secret };
}

/** Returns the card of a setup that the browser has finished; undefined for any other. */
export async function findCardOf(ask: Ask, setupId: string): Promise<FoundCard | undefined> {
  if (!/^seti_\w+$/.test(setupId)) return undefined;
  const path = `/v1/setup_intents/${setupId}?expand[]=payment_method`;
  const setup = await ask(finishedSetup, { path }).catch((error: unknown) => {
    if (error instanceof StripeRefused && error.status === 404) return undefined;
    throw error;
  });
  const method = setup?.payment_method;
  const brand = method && brands[method.card.brand];
  if (!brand || setup?.status !== 'succeeded' || setup.customer === null) return undefined;
  const { last4: lastFour, fingerprint, exp_month: month, exp_year: year } = method.card;
  const expiration = `${String(month).padStart(2, '0')}/${String(year).slice(-2)}`;
  return { token: `${setup.customer}:${method.id}`, brand, lastFour, fingerprint, expiration };
}
