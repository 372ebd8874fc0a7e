import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Receipt } from '#common/payments/receipts.api.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { returnPayment } from './return-payment.command.ts';
import { readReceipt } from './receipt-page.ts';
import { createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';
import type { SignedInCaller } from '#tests/builders/test-app.ts';
import { readPdf } from '#tests/support/read-pdf.ts';

let scene: PaymentScene;
let paid: string;

beforeAll(async () => {
  scene = await createPaymentScene();
  paid = (await scene.calls.submitCard(await scene.cardSubmission(100.25))).ReferenceNumber ?? '';
});

afterAll(() => scene.testApp.close());

const receipt = (referenceNumber: string, caller: SignedInCaller = scene.caller) =>
  caller.call({ method: 'GET', url: `/api/Receipt?ReferenceNumber=${referenceNumber}` });

async function openPdf(referenceNumber: string, ticketFor = referenceNumber) {
  const url = `/api/PassableToken/GetPassableToken?action=viewReceipt&object=${ticketFor}`;
  const ticket = (await scene.caller.call({ method: 'GET', url })).json<{ PassableToken: string }>().PassableToken;
  return scene.caller.call({
    method: 'GET',
    url: `/api/Receipt/ViewReceipt?ReferenceNumber=${referenceNumber}&UserToken=${ticket}`,
  });
}

describe('the receipt of a payment', () => {
  test('shows payer, loan, method, amount and time, with a masked number', async () => {
    const answer = (await receipt(paid)).json<Receipt>();
    expect(answer).toMatchObject({
      ReferenceNumber: paid,
      State: 'Made',
      CustomerName: 'Li Wei',
      LoanAccountNumber: scene.loan,
      PaymentDate: '2026-11-21',
      RecurringDetails: null,
      PaymentAmount: 100.25,
      Fee: 3,
      TotalAmount: 103.25,
      Method: { IsCard: true, CardType: 'visa', DebitCreditType: 'DebitCard', LastFour: '4242' },
    });
    expect(Temporal.Instant.from(answer.SubmittedAt)).toEqual(scene.testApp.clock.now());
  });

  test('of a scheduled payment follows its state', async () => {
    const body = await scene.achSubmission(30);
    Object.assign(body.Payment.Details, { PaymentDate: '2026-11-25', FirstPartyFee: 1 });
    const made = await scene.calls.post<{ ReferenceNumber: string }>('/api/PaymentScheduled/SubmitAch', body);
    const before = (await receipt(made.ReferenceNumber)).json<Receipt>();
    expect(before).toMatchObject({ State: 'Scheduled', PaymentDate: '2026-11-25', Method: { LastFour: '6354' } });
  });

  test("is found from the account history by the payment's id", async () => {
    const url = `/api/AccountHistory?accountNumber=${scene.loan}&days=1`;
    const { List } = (await scene.caller.call({ method: 'GET', url })).json<{ List: { PaymentId: string | null }[] }>();
    const { PaymentId } = List[0] ?? {};
    expect((await receipt(PaymentId ?? '')).json()).toMatchObject({ ReferenceNumber: paid });
    const earlier = (await scene.caller.call({ method: 'GET', url: url.replace('days=1', 'days=90') })).json<{
      List: { PaymentId: string | null }[];
    }>();
    expect(earlier.List.at(-1)?.PaymentId).toBeNull();
  });

  test('is listed with the scheduled payments', async () => {
    const info = await scene.calls.info(scene.loan);
    const [first] = info.ScheduledPayments;
    expect((await receipt(first?.ReferenceNumber ?? '')).json()).toMatchObject({ State: 'Scheduled' });
  });

  test('is visible to a co-borrower of its loan, under the name of the payer', async () => {
    const { services } = scene.testApp;
    const ownsAccount = async (_customerId: string, accountNumber: string) => accountNumber === scene.loan;
    const joint = { ...services, host: { ...services.host, ownsAccount } };
    expect(await readReceipt(joint, { customerId: 'co-borrower' }, paid)).toMatchObject({ customerName: 'Li Wei' });
    const other = { ...services, host: { ...services.host, ownsAccount: async () => false } };
    await expect(readReceipt(other, { customerId: 'co-borrower' }, paid)).rejects.toThrow('NotFound');
  });

  test('is visible to no other customer', async () => {
    const margaret = await scene.testApp.signIn('margaret.okafor');
    expect((await receipt(paid, margaret)).statusCode).toBe(404);
    expect((await receipt('2222-3333-4444')).statusCode).toBe(404);
  });

  test.each([
    ['R01', { State: 'Returned', ReturnReason: "there wasn't enough money in the account (R01)" }],
    ['not sent', { State: 'NotSent', ReturnReason: null }],
    ['REFUND', { State: 'NotSent', ReturnReason: null }],
  ])('that came back as %s says so as its email does', async (code, expected) => {
    const { services } = scene.testApp;
    const { ReferenceNumber = '' } = await scene.calls.submitAch(await scene.achSubmission(12));
    const { paymentId } = (await readReceipt(services, { customerId: '400102' }, ReferenceNumber)).facts;
    await inTransaction(services.database, (transaction) => returnPayment(services, transaction, paymentId, code));
    expect((await receipt(ReferenceNumber)).json()).toMatchObject(expected);
    const { text } = await readPdf((await openPdf(ReferenceNumber)).rawPayload);
    expect(text).toContain(expected.ReturnReason ?? 'Canceled before it went to your bank');
  });
});

describe('the receipt as PDF', () => {
  test('shows institution, phone, customer, time, amounts, fee, method and number', async () => {
    const file = await openPdf(paid);
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(file.headers['content-disposition']).toBe(`inline; filename="receipt-${paid}.pdf"`);
    const pdf = await readPdf(file.rawPayload);
    expect(pdf.text).toContain('First Harbor Lending');
    expect(pdf.text).toContain('(555) 010-4477');
    expect(pdf.pages).toBe(1);
    expect(pdf.tables.flat()).toEqual([
      ['Confirmation Number', paid],
      ['Status', 'Paid'],
      ['Customer', 'Li Wei'],
      ['Submitted', expect.stringMatching(/^11\/21\/26, \d+:\d\d [AP]M$/)],
      ['Loan to Pay Down', expect.stringContaining(scene.loan)],
      ['Card used to Pay', 'Visa ending in 4242'],
      ['Frequency', 'Pay Once'],
      ['Payment Date', '11/21/2026'],
      ['Amount', '$100.25'],
      ['Fee', '$3.00'],
      ['Total', '$103.25'],
    ]);
  });

  test('needs a ticket issued for that receipt', async () => {
    expect((await openPdf(paid, '2222-3333-4444')).statusCode).toBe(401);
    expect((await openPdf('2222-3333-4444')).statusCode).toBe(404);
  });
});
