import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { achBody, cardBody, paymentCalls, submissionBody, type SubmissionBody } from '#tests/builders/payment-calls.ts';
import {
  achFee,
  codeOf,
  createPaymentScene,
  debitFee,
  type PaymentScene,
  withDetails,
  withMethod,
} from '#tests/builders/payment-scene.ts';

const margaretsLoan = '101-004417-2';
const margaretsOtherLoan = '102-000318-8';

let scene: PaymentScene;

beforeAll(async () => {
  scene = await createPaymentScene({ cardProcessorTimeoutMs: 10_000 });
});

afterAll(() => scene.testApp.close());

const newKey = () => crypto.randomUUID();

async function storedText(): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    select row_to_json(p)::text as line from payments p
    union all select row_to_json(e)::text from payment_events e
    union all select row_to_json(a)::text from ach_entries a
    union all select row_to_json(l)::text from audit_log l`.execute(scene.testApp.services.database);
  return rows.map(({ line }) => line).join('\n');
}

describe('a card payment', () => {
  test('charges the total, lowers the loan and returns a reference number when approved', async () => {
    const before = await scene.effects();
    const answer = await scene.calls.submitCard(await scene.cardSubmission(100.25), newKey());
    const ReferenceNumber = expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/) as string;
    expect(answer).toEqual({ HasNoErrors: true, Errors: [], ReferenceNumber });
    const after = await scene.effects();
    expect(after).toMatchObject({ charges: before.charges + 1, transfers: before.transfers + 1 });
    expect(after.principalCents).toBeLessThan(before.principalCents);
    expect((await scene.charges()).at(-1)?.amountCents).toBe(10_325);
  });

  test.each([
    ['Declined', { CardNumber: '4000000000000002' }],
    ['OverLimit', { CardNumber: '4000000000009995' }],
    ['InvalidInfo', { CardNumber: '4000000000000127' }],
    ['Expired', { CardNumber: '4000000000000069' }],
    ['InvalidInfo', { CardNumber: '4000000000000101' }],
    ['InvalidInfo', { SecurityCode: '000' }],
  ])('is answered with %s and changes nothing when the processor declines: %o', async (expected, card) => {
    const before = await scene.effects();
    const body = await scene.cardSubmission(50, card);
    const key = newKey();
    const answer = await scene.calls.submitCard(body, key);
    expect(answer).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: expected }] });
    expect(await scene.calls.submitCard(body, key)).toEqual(answer);
    expect(await scene.effects()).toEqual({ ...before, payments: before.payments + 1 });
  });

  test('leaves neither the card number nor its security code in the database', async () => {
    const card = { CardNumber: '5555555555554444', CardType: 'master' } as const;
    await scene.calls.submitCard(await scene.cardSubmission(51, card), newKey());
    const stored = await storedText();
    expect(stored).toContain('4444');
    expect(stored).not.toContain('5555555555554444');
    expect(stored).not.toContain('"739"');
  });
});

describe('a bank draft', () => {
  test("is posted at once and waits for the next business day's file", async () => {
    const before = await scene.effects();
    expect((await scene.calls.submitAch(await scene.achSubmission(80), newKey())).HasNoErrors).toBe(true);
    expect((await scene.effects()).principalCents).toBeLessThan(before.principalCents);
    const { rows } = await sql`select file_on, amount_cents, state from ach_entries`.execute(
      scene.testApp.services.database,
    );
    expect(rows).toEqual([{ file_on: '2026-11-23', amount_cents: 8_200, state: 'collected' }]);
  });

  test('is stored with sealed account numbers', async () => {
    await scene.calls.submitAch(await scene.achSubmission(81, { AccountNumber: '70707012121' }), newKey());
    const stored = await storedText();
    expect(stored).toContain('2121');
    expect(stored).not.toContain('70707012121');
    expect(stored).not.toContain('411001025');
  });

  test.each([
    ['411001026', '123456789', 'RoutingNumberInvalid'],
    ['411001038', '123456789', 'RoutingNumberInvalid'],
    ['477009100', '123456789', 'RoutingNumberInvalid'],
    ['411001025', '4040404040', 'Invalid'],
    ['411001025', '1111111111', 'Invalid'],
  ])('on %s / %s is refused with %s', async (RoutingNumber, AccountNumber, expected) => {
    const before = await scene.effects();
    const body = await scene.achSubmission(82, { RoutingNumber, AccountNumber });
    expect(codeOf(await scene.calls.submitAch(body, newKey()))).toBe(expected);
    expect(await scene.effects()).toEqual(before);
  });
});

describe('a saved method', () => {
  test.each([
    ['card', true, 'submitCard', debitFee],
    ['bank account', false, 'submitAch', achFee],
  ] as const)('pays: %s', async (_what, isCard, submit, fee) => {
    const margaret = paymentCalls(await scene.testApp.signIn('margaret.okafor'));
    const saved = (await margaret.methods(margaretsLoan)).find(({ IsCard }) => IsCard === isCard);
    const ProfileId = (saved?.CardInfo ?? saved?.AchInfo)?.ProfileId;
    const info = await margaret.info(margaretsLoan);
    const body = submissionBody({ info, loginName: 'Margaret.Okafor', amount: 31, method: { ProfileId }, fee });
    expect((await margaret[submit](body, newKey())).HasNoErrors).toBe(true);
  });
});

describe('a saved card', () => {
  test('is answered with InvalidInfo and not charged if the vault has lost it', async () => {
    const margaret = paymentCalls(await scene.testApp.signIn('margaret.okafor'));
    await sql`update saved_cards set card_token = 'tok_gone'`.execute(scene.testApp.services.database);
    const [saved] = (await margaret.methods(margaretsLoan)).flatMap(({ CardInfo }) => CardInfo ?? []);
    const before = await scene.effects();
    const info = await margaret.info(margaretsLoan);
    const method = { ProfileId: saved?.ProfileId };
    const body = submissionBody({ info, loginName: 'margaret.okafor', amount: 32, method, fee: debitFee });
    expect(codeOf(await margaret.submitCard(body, newKey()))).toBe('InvalidInfo');
    expect(await scene.effects()).toEqual({ ...before, payments: before.payments + 1 });
  });
});

describe('the same submission', () => {
  test.each([
    ['card', () => scene.cardSubmission(11), 'submitCard'],
    ['bank account', () => scene.achSubmission(12), 'submitAch'],
  ] as const)('fifty times in parallel by %s has one effect and one reference number', async (_what, make, submit) => {
    const before = await scene.effects();
    const body = await make();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 50 }, () => scene.calls[submit](body, key)));
    expect(answers.flatMap(({ Errors }) => Errors)).toEqual([]);
    expect(new Set(answers.map(({ ReferenceNumber }) => ReferenceNumber)).size).toBe(1);
    const after = await scene.effects();
    expect(after).toMatchObject({ payments: before.payments + 1, transfers: before.transfers + 1 });
    expect(after.charges + after.entries).toBe(before.charges + before.entries + 1);
  });

  test('without a key header is recognized by the handle of its visit', async () => {
    const body = await scene.cardSubmission(13);
    const first = await scene.calls.submitCard(body);
    expect(first.HasNoErrors).toBe(true);
    expect(await scene.calls.submitCard(body)).toEqual(first);
    const next = await scene.calls.submitCard(await scene.cardSubmission(13));
    expect(next.HasNoErrors).toBe(true);
    expect(next.ReferenceNumber).not.toBe(first.ReferenceNumber);
  });

  test('gets the first answer even after its visit has expired', async () => {
    const body = await scene.cardSubmission(14);
    const key = newKey();
    const first = await scene.calls.submitCard(body, key);
    scene.testApp.clock.moveOn({ minutes: 31 });
    const later = paymentCalls(await scene.testApp.signIn('li.wei'));
    expect(await later.submitCard(body, key)).toEqual(first);
    scene.testApp.clock.moveOn({ minutes: -31 });
  });

  const otherCard = { CardNumber: '5555555555554444', CardType: 'master' } as const;

  test.each([
    ['another amount', (body: SubmissionBody) => withDetails(body, { PaymentAmount: 16 })],
    ['another card', (body: SubmissionBody) => withMethod(body, cardBody(scene.loan, otherCard))],
  ])('with %s under the same key is refused', async (_what, spoil) => {
    const body = await scene.cardSubmission(15);
    const key = newKey();
    expect((await scene.calls.submitCard(body, key)).HasNoErrors).toBe(true);
    const before = await scene.effects();
    expect(codeOf(await scene.calls.submitCard(spoil(body), key))).toBe('Generic');
    expect(await scene.effects()).toEqual(before);
  });

  test('under one key for two loans at once pays one of them', async () => {
    const margaret = paymentCalls(await scene.testApp.signIn('margaret.okafor'));
    const bodies = await Promise.all(
      [margaretsLoan, margaretsOtherLoan].map(async (loan) => {
        const info = await margaret.info(loan);
        return submissionBody({ info, loginName: 'margaret.okafor', amount: 18, method: achBody(loan), fee: achFee });
      }),
    );
    for (let round = 0; round < 5; round += 1) {
      const before = await scene.effects();
      const key = newKey();
      const answers = await Promise.all(bodies.map((body) => margaret.submitAch(body, key)));
      expect(answers.map((answer) => codeOf(answer) ?? 'accepted').toSorted()).toEqual(['Generic', 'accepted']);
      const after = await scene.effects();
      expect(after).toMatchObject({ payments: before.payments + 1, entries: before.entries + 1 });
    }
  });

  test("under another customer's key is another payment", async () => {
    const key = newKey();
    const first = await scene.calls.submitCard(await scene.cardSubmission(17), key);
    const margaret = paymentCalls(await scene.testApp.signIn('margaret.okafor'));
    const info = await margaret.info(margaretsLoan);
    const parts = { info, loginName: 'margaret.okafor', amount: 17, method: cardBody(margaretsLoan), fee: debitFee };
    const second = await margaret.submitCard(submissionBody(parts), key);
    expect(second.HasNoErrors).toBe(true);
    expect(second.ReferenceNumber).not.toBe(first.ReferenceNumber);
  });
});

test("every payment is in the audit log, and the log's chain is intact", async () => {
  const { database } = scene.testApp.services;
  // The demonstration's own scheduled payment has no event yet.
  const { rows } = await sql`select state from payments p where state <> 'scheduled' and not exists
    (select from audit_log a where a.event = 'payment-' || p.state and a.details->>'paymentId' = p.payment_id::text)`.execute(
    database,
  );
  expect(rows).toEqual([]);
  expect(await scene.testApp.services.audit.findProblems(database)).toEqual([]);
});
