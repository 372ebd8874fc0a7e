import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { cents } from '#common/core/money.ts';
import { type ConformanceCheck, demand, NotChecked, NotConforming } from '#server/platform/cli/conformance.ts';
import type { OutsideService } from '#server/platform/network-variables.ts';
import { type CardDetails, type ChargeRequest, InformationRefused, ProcessorUnavailable } from '../card-processor.ts';
import { createCheckPaymentId, isCheckPaymentId } from '../check-payments.ts';
import { createHttpCardProcessor } from '../http-network.ts';
import { bankAccountChecks, type CheckedBankAccounts } from './bank-account-checks.ts';
import { createNetworkClient } from '../network-client.ts';

/** A processor in its test mode. The checks charge small amounts, and the last one refunds them. */
export interface CheckedProcessor extends CheckedBankAccounts {
  readonly service: OutsideService;
  /** A test card that is approved. */
  readonly card: CardDetails;
  /** It has a page with card fields, so tokens must be found. */
  readonly hasFields?: boolean;
  /** A test card that is declined; null skips what needs one. */
  readonly declinedCard: CardDetails | null;
  /** A test card that needs the cardholder's confirmation; null skips what needs one. */
  readonly confirmedCard: CardDetails | null;
}

const TOGETHER = 8;
const anything = z.unknown();

const WITHOUT_CONFIRMED_CARD = 'add --confirmed NUMBER with a test card that the cardholder has to confirm';

/** The requirements of docs/card-processor.md on a processor. */
export const processorChecks: readonly ConformanceCheck<CheckedProcessor>[] = [
  {
    requirement: 'It refuses calls without key or certificate',
    async run({ service }) {
      if (service.key === null && service.tls === null) {
        throw new NotChecked('set PASSBOOK_CARD_PROCESSOR_KEY, or the client certificate');
      }
      const status = await statusOf({ ...service, key: null, tls: null }, '/charges?after=0');
      demand(status !== 200, 'GET /charges was answered without a key: refuse with 401');
    },
  },
  {
    requirement: 'A card gets a token, brand, last four digits and fingerprint, and its number is not in the answer',
    async run({ service, card }) {
      const answer = JSON.stringify(await createNetworkClient(service).ask(anything, { path: '/cards', body: card }));
      demand(!answer.includes(card.cardNumber), 'the answer to POST /cards contains the card number: leave it out');
      const { lastFour } = await processorOf(service).tokenize(card);
      demand(lastFour === card.cardNumber.slice(-4), `lastFour is ${lastFour}: answer the last four digits`);
    },
  },
  {
    requirement: 'The same card gets the same fingerprint again',
    async run({ service, card }) {
      const [first, second] = [await processorOf(service).tokenize(card), await processorOf(service).tokenize(card)];
      demand(first.fingerprint === second.fingerprint, 'two tokens of one card have different fingerprints');
    },
  },
  {
    requirement: 'A number that is not a card is refused with 400, 402 or 422',
    async run({ service, card }) {
      const wrong = { ...card, cardNumber: '1234567890123' };
      await mustRefuse(processorOf(service).tokenize(wrong), 'POST /cards with the number 1234567890123');
    },
  },
  {
    requirement: 'With card fields: a token is found with its expiration, an unknown one is answered with 404',
    async run({ service, card, hasFields }) {
      if (hasFields !== true) throw new NotChecked('add --fields if it has a page with card fields');
      const made = await processorOf(service).tokenize(card);
      const found = await processorOf(service).findCard(made.token);
      demand(found !== undefined, 'GET /cards/TOKEN does not find a token that POST /cards has answered');
      const expected = JSON.stringify([made.brand, made.lastFour, made.fingerprint, card.expiration]);
      const told = JSON.stringify([found?.brand, found?.lastFour, found?.fingerprint, found?.expiration]);
      demand(told === expected, 'GET /cards/TOKEN tells another card than POST /cards');
      demand((await processorOf(service).findCard('no-such-token')) === undefined, 'an unknown token was found');
    },
  },
  {
    requirement: 'A charge is approved, and the same request again gets the same answer',
    async run(subject) {
      const charge = await newCharge(subject);
      const first = await processorOf(subject.service).charge(charge);
      demand(first.state === 'approved', 'the charge was declined: pass a card that your test mode approves');
      const copies = await Promise.all(
        Array.from({ length: TOGETHER }, () => processorOf(subject.service).charge(charge)),
      );
      const different = copies.some((copy) => JSON.stringify(copy) !== JSON.stringify(first));
      demand(!different, 'a repeated paymentId got another answer: store the first one and repeat it');
      const reported = (await reportOf(subject.service)).filter(({ paymentId }) => paymentId === charge.paymentId);
      demand(reported.length === 1, `one payment id was charged ${reported.length} times`);
    },
  },
  {
    requirement: 'Copies that arrive at the same moment are charged once',
    async run(subject) {
      const charge = await newCharge(subject);
      const send = () => processorOf(subject.service).charge(charge);
      const copies = await Promise.allSettled(Array.from({ length: TOGETHER }, send));
      // A copy may be refused while another is running; the portal then asks for the outcome.
      demand(
        copies.some(({ status }) => status === 'fulfilled'),
        'none of the copies was answered',
      );
      const reported = (await reportOf(subject.service)).filter(({ paymentId }) => paymentId === charge.paymentId);
      demand(reported.length === 1, `one payment id was charged ${reported.length} times`);
    },
  },
  {
    requirement: 'A payment id that is used for another amount is refused with 409',
    async run(subject) {
      const charge = await newCharge(subject);
      await processorOf(subject.service).charge(charge);
      const other = { ...charge, amountCents: cents(charge.amountCents + 1) };
      await mustAnswer(409, subject.service, '/charges', other);
    },
  },
  {
    requirement: 'An unknown token is refused with 400, 402 or 422, and charges nothing',
    async run(subject) {
      const charge = { ...(await newCharge(subject)), token: 'no-such-token' };
      const ask = createNetworkClient(subject.service).ask(anything, { path: '/charges', body: charge });
      await mustRefuse(ask, 'POST /charges with an unknown token');
      demand(!(await isReported(subject.service, charge.paymentId)), 'a charge with an unknown token is in the report');
    },
  },
  {
    requirement: 'Settling answers the outcome of a charge',
    async run(subject) {
      const charge = await newCharge(subject);
      const charged = await processorOf(subject.service).charge(charge);
      const settled = await processorOf(subject.service).settle(charge.paymentId);
      demand(JSON.stringify(settled) === JSON.stringify(charged), 'settle and charge answer differently');
    },
  },
  {
    requirement: 'Settling an unknown payment id answers absent, and that id can never be charged again (tombstone)',
    async run(subject) {
      const charge = await newCharge(subject);
      const settled = await processorOf(subject.service).settle(charge.paymentId);
      demand(settled.state === 'absent', `settle answered ${settled.state} for an id that was never charged`);
      const late = await processorOf(subject.service)
        .charge(charge)
        .catch((error: unknown) => error);
      demand(late instanceof ProcessorUnavailable, 'a late charge was made after absent: refuse it with 409');
      const again = await processorOf(subject.service).settle(charge.paymentId);
      demand(again.state === 'absent', 'settle changed its answer after absent');
    },
  },
  {
    requirement: 'A part of a charge is refunded once per refund id, never more than is left',
    async run(subject) {
      const charge = await newCharge(subject);
      await processorOf(subject.service).charge(charge);
      const processor = processorOf(subject.service);
      const part = { refundId: randomUUID(), amountCents: cents(40) };
      await processor.refund(charge.paymentId, part);
      await processor.refund(charge.paymentId, part);
      const reported = (await reportOf(subject.service)).find(({ paymentId }) => paymentId === charge.paymentId);
      demand(reported?.refunded === false, 'the report shows a part as a refund of all: answer refunded false');
      const shown = reported.refundedCents;
      demand(shown === undefined || shown === 40, 'the report shows another part: answer refundedCents with the sum');
      const tooMuch = { refundId: randomUUID(), amountCents: charge.amountCents };
      await mustAnswer(409, subject.service, `/charges/${charge.paymentId}/refund`, tooMuch);
    },
  },
  {
    requirement: 'A refund happens once, is shown in the report, and is refused with 409 without a charge',
    async run(subject) {
      const charge = await newCharge(subject);
      await processorOf(subject.service).charge(charge);
      await processorOf(subject.service).refund(charge.paymentId);
      await processorOf(subject.service).refund(charge.paymentId);
      const reported = (await reportOf(subject.service)).find(({ paymentId }) => paymentId === charge.paymentId);
      demand(reported?.refunded === true, 'the report does not show the refund: answer refunded true');
      await mustAnswer(409, subject.service, `/charges/${randomUUID()}/refund`, {});
    },
  },
  {
    requirement: 'The report lists charges in order, once each, and ends',
    async run({ service }) {
      const sequences = (await reportOf(service)).map(({ sequence }) => sequence);
      const inOrder = sequences.every((sequence, index) => index === 0 || sequence > (sequences[index - 1] ?? 0));
      demand(inOrder, 'GET /charges?after= lists a sequence number out of order or twice');
      const afterAll = await processorOf(service).listCharges(Number.MAX_SAFE_INTEGER);
      demand(afterAll.length === 0, 'GET /charges?after=9007199254740991 must be an empty list');
    },
  },
  {
    requirement: 'A declined card is declined with a reason the portal knows, and settling repeats it',
    async run(subject) {
      if (!subject.declinedCard) throw new NotChecked('add --declined NUMBER with a test card that is declined');
      const charge = await newCharge({ ...subject, card: subject.declinedCard });
      const charged = await processorOf(subject.service).charge(charge);
      demand(charged.state === 'declined', 'the card was approved: pass one that your test mode declines');
      const settled = await processorOf(subject.service).settle(charge.paymentId);
      demand(JSON.stringify(settled) === JSON.stringify(charged), 'settle and charge answer differently');
    },
  },
  {
    requirement: 'With a confirmation: without a customer, the charge is declined with ConfirmationRequired',
    async run(subject) {
      if (!subject.confirmedCard) throw new NotChecked(WITHOUT_CONFIRMED_CARD);
      const charge = await newCharge({ ...subject, card: subject.confirmedCard });
      const charged = await processorOf(subject.service).charge(charge);
      const isDeclined = charged.state === 'declined' && charged.reason === 'ConfirmationRequired';
      demand(isDeclined, `a charge without returnUrl was answered with ${JSON.stringify(charged)}`);
    },
  },
  {
    requirement: 'With a confirmation: the charge waits with one page, is in no report, and ends when it is settled',
    async run(subject) {
      if (!subject.confirmedCard) throw new NotChecked(WITHOUT_CONFIRMED_CARD);
      const charge = await newCharge({ ...subject, card: subject.confirmedCard });
      const processor = processorOf(subject.service);
      const first = await processor.charge({ ...charge, returnUrl: 'https://portal.example/card-confirmation' });
      demand(first.state === 'confirm', `a charge with returnUrl was answered with ${first.state}`);
      const again = await processor.checkConfirmation(charge);
      demand(JSON.stringify(again) === JSON.stringify(first), 'a repeated charge that waits got another answer');
      demand(!(await isReported(subject.service, charge.paymentId)), 'a charge that waits is in the report');
      const settled = await processor.settle(charge.paymentId);
      demand(settled.state === 'absent', `settle answered ${settled.state} for a charge that was not confirmed`);
      await mustAnswer(409, subject.service, '/charges', charge);
    },
  },
  ...bankAccountChecks,
  {
    // The last one, so the checks leave nothing that the settlement comparison would find.
    requirement: 'Every charge of this check, and of earlier ones, is refunded',
    async run({ service }) {
      for (const { paymentId } of await listStanding(service)) await processorOf(service).refund(paymentId);
      const left = (await listStanding(service)).map(({ paymentId }) => paymentId);
      demand(left.length === 0, `these charges are left, refund them yourself: ${left.join(', ')}`);
    },
  },
];

/** Charges of checks that were not refunded, or in part. */
async function listStanding(service: OutsideService) {
  const charges = await reportOf(service);
  return charges.filter(({ paymentId, state, refunded }) => {
    return isCheckPaymentId(paymentId) && state === 'approved' && !refunded;
  });
}

function processorOf(service: OutsideService) {
  return createHttpCardProcessor(service);
}

async function newCharge({ service, card }: CheckedProcessor): Promise<ChargeRequest> {
  const { token } = await processorOf(service).tokenize(card);
  return {
    paymentId: createCheckPaymentId(),
    token,
    amountCents: cents(100),
    loanNumber: '101-000001-1',
    referenceNumber: 'PASSBOOKCHECK',
    descriptor: 'PASSBOOK CHECK',
  };
}

async function reportOf(service: OutsideService) {
  const charges = [];
  for (let after = 0; ;) {
    const page = await processorOf(service).listCharges(after);
    charges.push(...page);
    const last = page.at(-1);
    if (!last) return charges;
    demand(last.sequence > after, 'GET /charges?after= repeats a page: list only later sequence numbers');
    after = last.sequence;
  }
}

async function isReported(service: OutsideService, paymentId: string): Promise<boolean> {
  return (await reportOf(service)).some((charge) => charge.paymentId === paymentId && charge.state !== 'absent');
}

async function mustRefuse(asked: Promise<unknown>, what: string): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (error instanceof InformationRefused) return;
    throw error;
  }
  throw new NotConforming(`${what} was accepted`);
}

async function mustAnswer(status: number, service: OutsideService, path: string, body: object): Promise<void> {
  const answered = await statusOf(service, path, body);
  demand(answered === status, `POST ${path} was answered with ${answered} instead of ${status}`);
}

async function statusOf(service: OutsideService, path: string, body?: object): Promise<number> {
  return createNetworkClient(service)
    .ask(anything, body ? { path, body } : { path })
    .then(
      () => 200,
      (error: unknown) => {
        if (error instanceof ProcessorUnavailable && error.status !== undefined) return error.status;
        throw error;
      },
    );
}
