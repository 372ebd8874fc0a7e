import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cents } from '#common/core/money.ts';
import { chargeRequestOf, serviceAt } from '#tests/builders/network.ts';
import { createClock } from '#server/platform/clock.ts';
import { type CardDetails, type CardProcessor, InformationRefused, ProcessorUnavailable } from '../card-processor.ts';
import { reportAnswer } from '../network.wire.ts';
import { createHttpBankAccountCheck, createHttpCardProcessor } from '../http-network.ts';
import { type Sandbox, startSandbox } from './sandbox-server.ts';

const approvedCards = [
  ['visa', '4242424242424242'],
  ['amex', '378282246310005'],
  ['master', '5555555555554444'],
  ['master', '2223003122003222'],
  ['discover', '6011111111111117'],
] as const;

let folder: string;
let sandbox: Sandbox;
let processor: CardProcessor;
/** Times out before late answers arrive. */
let hasty: CardProcessor;

const clock = createClock('America/New_York', Temporal.Instant.from('2026-11-21T15:00:00Z'));

async function start(): Promise<void> {
  sandbox = await startSandbox({ port: 0, storeFile: join(folder, 'sandbox.sqlite'), lateMs: 600, clock });
  processor = createHttpCardProcessor(serviceAt(sandbox.url));
  hasty = createHttpCardProcessor(serviceAt(sandbox.url, 200));
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'passbook-sandbox-'));
  await start();
});

afterEach(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true });
});

function card(cardNumber: string, changes: Partial<CardDetails> = {}): CardDetails {
  const securityCode = cardNumber.startsWith('3') ? '1234' : '123';
  return { cardNumber, securityCode, expiration: '12/28', firstName: 'A', lastName: 'B', zipCode: '04101', ...changes };
}

async function charge(paymentId: string, details: CardDetails, amount = 12_345, by = processor) {
  const { token } = await processor.tokenize(details);
  return by.charge(chargeRequestOf(paymentId, token, amount));
}

async function listCharges() {
  const response = await fetch(new URL('/charges', sandbox.url));
  return reportAnswer.parse(await response.json()).charges;
}

describe('the vault', () => {
  test.each(approvedCards)('recognizes a %s and returns its last four digits', async (brand, number) => {
    expect(await processor.tokenize(card(number))).toMatchObject({ brand, lastFour: number.slice(-4) });
  });

  test('recognizes a known card under a new token', async () => {
    const first = await processor.tokenize(card('4242424242424242'));
    const second = await processor.tokenize(card('4242424242424242', { expiration: '01/29' }));
    const other = await processor.tokenize(card('5555555555554444'));
    expect(second.token).not.toBe(first.token);
    expect(second.fingerprint).toBe(first.fingerprint);
    expect(other.fingerprint).not.toBe(first.fingerprint);
  });

  test('writes neither number nor security code to its files', async () => {
    await charge('payment-1', card('378282246310005', { securityCode: '7391' }));
    const files = ['sandbox.sqlite', 'sandbox.sqlite-wal'].map((name) => readFile(join(folder, name), 'latin1'));
    const written = (await Promise.all(files)).join('');
    expect(written).toContain('payment-1');
    expect(written).not.toContain('378282246310005');
    expect(written).not.toContain('7391');
  });

  test.each([
    ['with a number it does not accept', card('4000000000000101')],
    ['of no known brand', card('9000000000000001')],
    ['with an incomplete number', card('4242')],
  ])('refuses a card %s as correctable', async (_what, details) => {
    await expect(processor.tokenize(details)).rejects.toThrow(InformationRefused);
  });

  test('refuses invalid data without repeating it', async () => {
    const body = JSON.stringify(card('4242 4242 4242 4242'));
    const response = await fetch(new URL('/cards', sandbox.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toBe('{}');
  });
});

describe('a charge', () => {
  test.each(approvedCards)('of a %s is approved', async (_brand, number) => {
    expect(await charge('payment-1', card(number))).toEqual({ state: 'approved', authorization: expect.any(String) });
  });

  test.each([
    ['Declined', card('4000000000000002')],
    ['OverLimit', card('4000000000009995')],
    ['InvalidInfo', card('4000000000000127')],
    ['Expired', card('4000000000000069')],
    ['InvalidInfo', card('4242424242424242', { securityCode: '000' })],
    ['InvalidInfo', card('378282246310005', { securityCode: '0000' })],
    ['InvalidInfo', card('4111111111111111')],
    ['Expired', card('4242424242424242', { expiration: '10/26' })],
  ] as const)('is declined as %s', async (reason, details) => {
    expect(await charge('payment-1', details)).toEqual({ state: 'declined', reason });
  });

  test('with an unknown token or no amount is declined as InvalidInfo and leaves nothing', async () => {
    const declined = { state: 'declined', reason: 'InvalidInfo' };
    const { token } = await processor.tokenize(card('4242424242424242'));
    const request = chargeRequestOf('payment-1', token, 500);
    expect(await processor.charge({ ...request, token: 'tok_of_nobody' })).toEqual(declined);
    expect(await processor.charge({ ...request, amountCents: cents(0) })).toEqual(declined);
    expect(await listCharges()).toEqual([]);
  });

  test("is accepted through the last day of the card's month", async () => {
    expect(await charge('payment-1', card('4242424242424242', { expiration: '11/26' }))).toMatchObject({
      state: 'approved',
    });
  });

  test('happens once per payment, for repeated and parallel requests', async () => {
    const { token } = await processor.tokenize(card('4242424242424242'));
    const request = chargeRequestOf('payment-1', token, 500);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => processor.charge(request)));
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(await listCharges()).toHaveLength(1);
  });

  test('cannot reuse the id of a charge with another amount', async () => {
    await charge('payment-1', card('4242424242424242'), 500);
    await expect(charge('payment-1', card('4242424242424242'), 501)).rejects.toThrow(ProcessorUnavailable);
    expect(await listCharges()).toMatchObject([{ paymentId: 'payment-1', amountCents: 500 }]);
  });

  test('survives a restart of the processor', async () => {
    const before = await charge('payment-1', card('4242424242424242'));
    await sandbox.close();
    await start();
    expect(await processor.settle('payment-1')).toEqual(before);
  });
});

describe('a charge without an answer', () => {
  test('is never made with a silent card', async () => {
    const details = card('4000000000000119');
    await expect(charge('payment-1', details, 500, hasty)).rejects.toThrow(ProcessorUnavailable);
    expect(await processor.settle('payment-1')).toEqual({ state: 'absent' });
    await expect(charge('payment-1', card('4242424242424242'))).rejects.toThrow(ProcessorUnavailable);
    expect(await processor.settle('payment-1')).toEqual({ state: 'absent' });
  });

  test('was made if only the answer was lost', async () => {
    await expect(charge('payment-1', card('4000000000000200'), 500, hasty)).rejects.toThrow(ProcessorUnavailable);
    expect(await processor.settle('payment-1')).toMatchObject({ state: 'approved' });
  });

  test('was made if the answer is late', async () => {
    await expect(charge('payment-1', card('4000000000000309'), 500, hasty)).rejects.toThrow(ProcessorUnavailable);
    expect(await processor.settle('payment-1')).toMatchObject({ state: 'approved' });
  });

  test('is answered late to a patient client', async () => {
    expect(await charge('payment-1', card('4000000000000309'))).toMatchObject({ state: 'approved' });
  });

  test("that is still on its way can't arrive after it was settled as absent", async () => {
    await expect(charge('payment-1', card('4000000000000408'), 500, hasty)).rejects.toThrow(ProcessorUnavailable);
    expect(await processor.settle('payment-1')).toEqual({ state: 'absent' });
    await sleep(700);
    expect(await listCharges()).toMatchObject([{ paymentId: 'payment-1', state: 'absent' }]);
  });

  test('has an unknown outcome while the processor is down', async () => {
    await sandbox.close();
    await expect(processor.settle('payment-1')).rejects.toThrow(ProcessorUnavailable);
    await start();
  });
});

describe('a refund', () => {
  test('returns an approved charge once, however often it is requested', async () => {
    await charge('payment-1', card('4242424242424242'));
    await processor.refund('payment-1');
    await processor.refund('payment-1');
    expect(await listCharges()).toMatchObject([{ paymentId: 'payment-1', refunded: true }]);
  });

  test('is refused without a charge', async () => {
    await charge('payment-1', card('4000000000000002'));
    await expect(processor.refund('payment-1')).rejects.toThrow(ProcessorUnavailable);
    await expect(processor.refund('payment-2')).rejects.toThrow(ProcessorUnavailable);
  });
});

describe('a bank account', () => {
  test.each([
    ['4040404040', false],
    ['123456789', true],
    ['123456789012345678', false],
  ])('%s can be debited: %s', async (accountNumber, drawable) => {
    const check = createHttpBankAccountCheck(serviceAt(sandbox.url));
    expect(await check.isDrawable({ routingNumber: '411001012', accountNumber })).toBe(drawable);
  });
});
