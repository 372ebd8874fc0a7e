import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargeRequestOf, serviceAt } from '#tests/builders/network.ts';
import { type CardProcessor, InformationRefused, ProcessorUnavailable } from './card-processor.ts';
import { createHttpBankAccountCheck, createHttpCardProcessor } from './http-network.ts';

const card = {
  cardNumber: '4242424242424242',
  securityCode: '739',
  expiration: '12/28',
  firstName: 'A',
  lastName: 'B',
  zipCode: '04101',
};

const account = { routingNumber: '411001012', accountNumber: '123456789' };

let status = 200;
let server: Server;
let url: string;
let processor: CardProcessor;

beforeAll(async () => {
  server = createServer((_request, response) => response.writeHead(status).end('refused'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  processor = createHttpCardProcessor(serviceAt(url));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('a network that rejects the data', () => {
  test.each([400, 402, 422])('with %d lets the customer correct it', async (answered) => {
    status = answered;
    await expect(processor.tokenize(card)).rejects.toThrow(InformationRefused);
    const charge = chargeRequestOf('payment-1', 'tok', 500);
    expect(await processor.charge(charge)).toEqual({ state: 'declined', reason: 'InvalidInfo' });
    expect(await createHttpBankAccountCheck(serviceAt(url)).isDrawable(account)).toBe(false);
    await expect(processor.settle('payment-1')).rejects.toThrow(ProcessorUnavailable);
  });
});

describe('a network error unrelated to the data', () => {
  test.each([200, 401, 403, 404, 408, 409, 429, 500, 503])('with %d leaves the outcome unknown', async (answered) => {
    status = answered;
    await expect(processor.tokenize(card)).rejects.toThrow(ProcessorUnavailable);
    const charge = chargeRequestOf('payment-1', 'tok', 500);
    await expect(processor.charge(charge)).rejects.toThrow(ProcessorUnavailable);
    await expect(processor.settle('payment-1')).rejects.toThrow(ProcessorUnavailable);
    await expect(createHttpBankAccountCheck(serviceAt(url)).isDrawable(account)).rejects.toThrow(ProcessorUnavailable);
  });
});
