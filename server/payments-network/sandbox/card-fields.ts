import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { z } from 'zod';
import { methodTexts } from '#common/payments/method-texts.ts';
import { type CardErrorKey, validateCard } from '#common/payments/rules/card-rules.ts';
import { findCardBrand } from '#common/payments/rules/card-brands.ts';
import type { CardBrand } from '#common/payments/rules/payment-types.ts';
import type { Clock } from '#server/platform/clock.ts';
import { cardFieldsPage } from './card-fields-page.ts';
import { serveConfirmations } from './confirmation-page.ts';
import { behaviorOf } from './sandbox-cards.ts';
import type { SandboxStore, VaultedCard } from './sandbox-store.queries.ts';

const typedCard = z.strictObject({
  cardNumber: z.string().max(19),
  expiration: z.string().max(5),
  securityCode: z.string().max(4),
  firstName: z.string().max(100),
  lastName: z.string().max(100),
  zipCode: z.string().max(10),
});

const confirmed = z.strictObject({ secret: z.uuid() });

interface TypedCard extends VaultedCard {
  readonly cardNumber: string;
  readonly brand: CardBrand;
}

const brands: readonly CardBrand[] = ['visa', 'amex', 'master', 'discover'];
const askedHere = ['cardNumber', 'expiration', 'securityCode'] as const;

/** Serves the pages that a portal shows in frames, on a port of their own: another origin than the portal's. */
export async function startCardPages(
  store: SandboxStore,
  { port, clock }: { readonly port: number; readonly clock: Clock },
) {
  const page = cardFieldsPage({
    number: methodTexts['cardForm.cardNumber'],
    expiration: methodTexts['cardForm.expiration'],
    code: methodTexts['cardForm.securityCode'],
  });
  /** Cards that get no token before the cardholder has confirmed them; forgotten when the sandbox ends. */
  const unconfirmed = new Map<string, TypedCard>();
  const add = ({ cardNumber, brand, ...card }: TypedCard) => {
    const { token, lastFour } = store.addCard(cardNumber, brand, card);
    return { token, brand, lastFour, expiration: card.expiration };
  };
  const app = Fastify({ bodyLimit: 4_096, forceCloseConnections: true });
  // Bodies of errors could repeat a card number.
  app.setErrorHandler((_error, _request, reply) => reply.code(400).send({}));
  app.get('/fields', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', page.policy).send(page.html),
  );
  app.post('/fields/cards', (request, reply) => {
    const card = typedCard.parse(request.body);
    const errors = errorsOf(card, clock);
    if (errors) return reply.code(400).send({ errors });
    const brand = findCardBrand(card.cardNumber);
    const behavior = behaviorOf(card.cardNumber, card.securityCode);
    if (!brand || behavior === 'refusedByVault') return reply.code(422).send({});
    const { cardNumber, expiration } = card;
    if (behavior !== 'confirmStored') return reply.send(add({ cardNumber, brand, expiration, behavior }));
    const secret = randomUUID();
    unconfirmed.set(secret, { cardNumber, brand, expiration, behavior: 'approve' });
    return reply.send({ confirm: secret });
  });
  app.post('/fields/confirmed', (request, reply) => {
    const { secret } = confirmed.parse(request.body);
    const card = unconfirmed.get(secret);
    unconfirmed.delete(secret);
    return card ? reply.send(add(card)) : reply.code(422).send({});
  });
  serveConfirmations(app, store);
  // A form without fields, from the page of a confirmation.
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) => done(null));
  await app.listen({ host: '127.0.0.1', port });
  return { url: `http://localhost:${port}`, close: () => app.close() };
}

function errorsOf(card: z.infer<typeof typedCard>, clock: Clock) {
  const entry = { ...card, debitCredit: 'DebitCard', address1: '', address2: '', city: '', state: '' } as const;
  const found = validateCard(entry, { cardBrands: brands, fullCardAddressRequired: false }, clock.today());
  const errors = askedHere.flatMap((name) => {
    const error: CardErrorKey | undefined = found[name];
    return error === undefined ? [] : [[name, methodTexts[error]] as const];
  });
  return errors.length === 0 ? undefined : Object.fromEntries(errors);
}
