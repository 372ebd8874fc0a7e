import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';
import { findPaymentByReference } from '../settlement/unapplied.queries.ts';
import { returnPayment } from '../settlement/return-payment.command.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { paymentsFileCommand, writePaymentsFile } from './payments-file.cli.ts';

let scene: PaymentScene;
let folder: string;

beforeAll(async () => {
  scene = await createPaymentScene();
  folder = await mkdtemp(path.join(tmpdir(), 'passbook-payments-file-'));
});

afterAll(async () => {
  await scene.testApp.close();
  await rm(folder, { recursive: true });
});

test("a day's file has each payment and each return once, and is the same when it is written again", async () => {
  const { services, clock } = scene.testApp;
  const referenceNumber = await pay(51);
  const declined = await scene.calls.submitCard(
    await scene.cardSubmission(52, { CardNumber: '4000000000000002' }),
    crypto.randomUUID(),
  );
  expect(declined.HasNoErrors).toBe(false);
  const file = path.join(folder, 'saturday.csv');
  const written = await writePaymentsFile(services, day('2026-11-21'), file);
  expect(written).toEqual({ count: 1, totalCents: 5_400 });
  const saturday = await readFile(file, 'utf8');
  expect(saturday.split('\n')[1]).toMatch(
    new RegExp(`^\\d+,payment,101-005520-1,2026-11-21,Card,51.00,0.00,3.00,54.00,[0-9a-f-]{36},${referenceNumber},$`),
  );

  clock.moveOn({ hours: 24 });
  const payment = await findPaymentByReference(services.database, referenceNumber);
  await inTransaction(services.database, (transaction) =>
    returnPayment(services, transaction, payment?.paymentId ?? '', 'DISPUTE'),
  );
  const sunday = path.join(folder, 'sunday.csv');
  expect(await writePaymentsFile(services, day('2026-11-22'), sunday)).toEqual({ count: 1, totalCents: -5_400 });
  expect(await readFile(sunday, 'utf8')).toMatch(/,return,101-005520-1,.*,DISPUTE\n$/);
  await writePaymentsFile(services, day('2026-11-21'), file);
  expect(await readFile(file, 'utf8')).toBe(saturday);
});

test('the file of a day that is not over is refused', async () => {
  const { services } = scene.testApp;
  const today = services.clock.today();
  expect(await paymentsFileCommand.run([today, path.join(folder, 'today.csv')], services)).toBe(1);
  expect(await paymentsFileCommand.run(['yesterday', 'file.csv'], services)).toBe(2);
});

async function pay(amount: number): Promise<string> {
  const answer = await scene.calls.submitCard(await scene.cardSubmission(amount), crypto.randomUUID());
  if (answer.ReferenceNumber === undefined) throw new Error('The payment was refused');
  return answer.ReferenceNumber;
}
