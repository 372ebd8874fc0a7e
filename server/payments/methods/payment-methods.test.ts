import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Envelope } from '#common/contract/envelope.ts';
import { day } from '#common/core/dates.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import type { InstitutionChange } from '#tests/builders/test-app.ts';
import { achBody, cardBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { achFee, codeOf, createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';

const addCard = '/api/PaymentMethod/AddCardPaymentMethod';
const addAch = '/api/PaymentMethod/AddAchPaymentMethod';
const validateAch = '/api/PaymentMethod/ValidateAchPaymentMethod';
const setDefault = '/api/PaymentMethod/SetDefaultPaymentMethod';
const deleteCard = '/api/PaymentMethod/DeleteCardPayment';
const deleteAch = '/api/PaymentMethod/DeleteAchPayment';

let scene: PaymentScene;

beforeAll(async () => {
  scene = await createPaymentScene({ cardProcessorTimeoutMs: 10_000 });
});

afterAll(() => scene.testApp.close());

const noErrors = { HasNoErrors: true, Errors: [] };

test('a bank account is not saved before its terms are accepted', async () => {
  const saved = () =>
    sql<{ n: number }>`select count(*) as n from saved_bank_accounts`.execute(scene.testApp.services.database);
  const { rows: before } = await saved();
  const revised: InstitutionChange = ({ agreements }) => ({
    agreements: agreements.map((terms) => ({ ...terms, effectiveOn: day('2026-11-20'), whenToAgree: ['ach'] })),
  });
  const answer = await scene.testApp.withInstitution(revised, () =>
    scene.calls.post<Envelope>('/api/PaymentMethod/AddAchPaymentMethod', achBody(scene.loan)),
  );
  expect(codeOf(answer)).toBe('AchTerms');
  expect((await saved()).rows).toEqual(before);
  const effects = await scene.effects();
  const once = await scene.achSubmission(25);
  const used = await scene.testApp.withInstitution(revised, () => scene.calls.submitAch(once));
  expect(codeOf(used)).toBe('AchTerms');
  expect(await scene.effects()).toEqual(effects);
});

test('a bank account saved under earlier terms is drafted once the current ones are accepted', async () => {
  const margaret = await scene.testApp.signIn('margaret.okafor');
  const calls = paymentCalls(margaret);
  const account = '101-004417-2';
  const [saved] = (await calls.methods(account)).flatMap(({ AchInfo }) => AchInfo ?? []);
  const info = await calls.info(account);
  const method = { ProfileId: saved?.ProfileId };
  const body = submissionBody({ info, loginName: 'margaret.okafor', amount: 25, method, fee: achFee });
  const revised: InstitutionChange = ({ agreements }) => ({
    agreements: agreements.map((terms) => ({ ...terms, effectiveOn: day('2026-11-20') })),
  });
  await scene.testApp.withInstitution(revised, async () => {
    expect(codeOf(await calls.submitAch(body))).toBe('AchTerms');
    const numbers = scene.testApp.services.institution.agreements.flatMap(({ whenToAgree, hostNumber }) =>
      whenToAgree.includes('ach') ? [hostNumber] : [],
    );
    const payload = { Agreements: numbers, UserName: 'margaret.okafor', TurnEStatementsOn: null };
    await margaret.call({ method: 'POST', url: '/api/AgreementLogging', payload });
    expect((await calls.submitAch(body)).HasNoErrors).toBe(true);
  });
});

describe('a saved card', () => {
  test('is listed by its last four digits, once', async () => {
    expect(await scene.calls.post(addCard, cardBody(scene.loan))).toEqual({ ...noErrors, CardSetup: null });
    expect(codeOf(await scene.calls.post<Envelope>(addCard, cardBody(scene.loan)))).toBe('AlreadyExists');
    expect(await scene.calls.methods(scene.loan)).toEqual([
      {
        IsCard: true,
        CardInfo: {
          CardType: 'visa',
          CardNumber: '4242',
          ExpirationDate: '12/30',
          ProfileId: expect.any(String) as string,
          DebitCreditType: 'DebitCard',
        },
        AchInfo: null,
      },
    ]);
  });

  test('is stored as a token, without its number or security code', async () => {
    const { rows } = await sql<{ line: string }>`select row_to_json(c)::text as line from saved_cards c`.execute(
      scene.testApp.services.database,
    );
    const stored = rows.map(({ line }) => line).join('\n');
    expect(stored).toContain('tok_');
    expect(stored).not.toContain('4242424242424242');
    expect(stored).not.toContain('"739"');
  });

  test.each([
    ['an invalid check digit', { CardNumber: '4242424242424241' }],
    ['an expiration that has passed', { ExpirationDate: '10/26' }],
    ['a security code that is too short', { SecurityCode: '12' }],
    ['no last name', { CardHolderLastName: '' }],
  ])('with %s is refused', async (_what, changes) => {
    expect(codeOf(await scene.calls.post<Envelope>(addCard, cardBody(scene.loan, changes)))).toBe('Invalid');
  });

  test('is refused and not saved if the vault rejects it', async () => {
    const card = cardBody(scene.loan, { CardNumber: '4000000000000101' });
    expect(codeOf(await scene.calls.post<Envelope>(addCard, card))).toBe('InvalidInfo');
    expect(await scene.calls.methods(scene.loan)).toHaveLength(1);
  });

  test("is refused if the institution doesn't take its brand", async () => {
    const amex = cardBody(scene.loan, { CardNumber: '378282246310005', CardType: 'amex', SecurityCode: '1234' });
    const under = await scene.callsUnder({ 'paymentOptions.allowAmex': false });
    expect(codeOf(await under.post<Envelope>(addCard, amex))).toBe('Invalid');
    const debitOnly = await scene.callsUnder({ 'paymentOptions.debitOnly': true });
    const credit = cardBody(scene.loan, { CardNumber: '6011111111111117', DebitCreditType: 'CreditCard' });
    expect(codeOf(await debitOnly.post<Envelope>(addCard, credit))).toBe('Invalid');
    const noProfiles = await scene.callsUnder({ 'paymentOptions.allowCardProfiles': false });
    expect(codeOf(await noProfiles.post<Envelope>(addCard, amex))).toBe('NotAllowed');
    expect(await noProfiles.methods(scene.loan)).toEqual([]);
  });
});

describe('a saved bank account', () => {
  test('is listed by its last four digits and bank name, once', async () => {
    expect(await scene.calls.post(validateAch, achBody(scene.loan))).toEqual(noErrors);
    expect(await scene.calls.post(addAch, achBody(scene.loan))).toEqual(noErrors);
    expect(codeOf(await scene.calls.post<Envelope>(addAch, achBody(scene.loan)))).toBe('AlreadyExists');
    const [saved] = (await scene.calls.methods(scene.loan)).flatMap(({ AchInfo }) => AchInfo ?? []);
    expect(saved).toEqual({
      AccountType: 'Checking',
      AccountNumber: '6354',
      ProfileId: expect.any(String) as string,
      BankName: 'Casco Savings Bank',
    });
  });

  test('is confirmed by an email that names its bank', async () => {
    const [saved] = (await scene.calls.methods(scene.loan)).flatMap(({ AchInfo }) => AchInfo ?? []);
    const mails = await listNewestMessages(scene.testApp.services, 20);
    const mail = mails.find(({ occasion }) => occasion.startsWith('securityMail.bankAccountAddedBody'));
    expect(mail?.body).toContain(`The bank account ending in 6354 at ${saved?.BankName} was saved`);
  });

  test('is stored sealed', async () => {
    const { rows } = await sql<{
      line: string;
    }>`select row_to_json(b)::text as line from saved_bank_accounts b`.execute(scene.testApp.services.database);
    const stored = rows.map(({ line }) => line).join('\n');
    expect(stored).toContain('6354');
    expect(stored).not.toContain('9081726354');
    expect(stored).not.toContain('411001025');
  });

  const refusals = [
    ['RoutingNumberInvalid', { RoutingNumber: '411001026' }],
    ['RoutingNumberInvalid', { RoutingNumber: '411001038' }],
    ['RoutingNumberAchNotAllowed', { RoutingNumber: '477009100' }],
    ['RoutingAccountInvalidThirdParty', { AccountNumber: '4040404040' }],
    ['RoutingAccountInvalidInternal', { AccountNumber: '0000000' }],
    ['RoutingAccountInvalidInternal', { AccountNumber: '77777777' }],
    ['Invalid', { OwnerName: 'Li', AccountNumber: '55512347' }],
  ] as const;

  test.each(refusals)('is refused with %s: %o', async (expected, changes) => {
    for (const call of [validateAch, addAch]) {
      expect(codeOf(await scene.calls.post<Envelope>(call, achBody(scene.loan, changes)))).toBe(expected);
    }
  });

  test("is refused if the institution doesn't draw on its kind", async () => {
    const savings = achBody(scene.loan, { AccountType: 'Savings', AccountNumber: '55512345' });
    const under = await scene.callsUnder({ 'paymentOptions.allowSavings': false });
    expect(codeOf(await under.post<Envelope>(addAch, savings))).toBe('Invalid');
  });

  test('is not offered to companies or where the institution saves no accounts', async () => {
    const other = achBody(scene.loan, { AccountNumber: '55512346' });
    const under = await scene.callsUnder({ 'paymentOptions.allowAchProfiles': false });
    expect(codeOf(await under.post<Envelope>(addAch, other))).toBe('NotAllowed');
    const { database } = scene.testApp.services;
    await sql`update sessions set company_number = 12 where ended_at is null`.execute(database);
    expect(codeOf(await scene.calls.post<Envelope>(addAch, other))).toBe('NotAllowed');
    expect((await scene.calls.methods(scene.loan)).every(({ IsCard }) => IsCard)).toBe(true);
    await sql`update sessions set company_number = 0`.execute(database);
  });
});

describe('the default method of a loan', () => {
  test('is set, shown with the loan, and removed', async () => {
    const [card] = (await scene.calls.methods(scene.loan)).flatMap(({ CardInfo }) => CardInfo ?? []);
    const PaymentMethod = { IsCard: true, ProfileId: card?.ProfileId ?? '', LastFour: '4242' };
    expect(await scene.calls.post(setDefault, { AccountNumber: scene.loan, PaymentMethod })).toEqual(noErrors);
    expect((await scene.calls.info(scene.loan)).DefaultPaymentMethod).toEqual(PaymentMethod);
    const url = `/api/PaymentMethod/RemoveDefaultPaymentMethod?accountNumber=${scene.loan}`;
    expect((await scene.caller.call({ method: 'DELETE', url })).json()).toEqual(noErrors);
    expect((await scene.calls.info(scene.loan)).DefaultPaymentMethod).toBeNull();
    expect((await scene.caller.call({ method: 'DELETE', url })).json()).toEqual(noErrors);
  });

  test('is written to the audit log once when set and once when removed', async () => {
    const { rows } = await sql<{ event: string; details: object }>`
      select event, details from audit_log where event like 'default-payment-method-%' and user_id = (
        select user_id from users where login_key = 'li.wei') order by audit_id`.execute(
      scene.testApp.services.database,
    );
    expect(rows).toEqual([
      { event: 'default-payment-method-set', details: { method: 'Card' } },
      { event: 'default-payment-method-removed', details: {} },
    ]);
  });

  test('is in the audit log from the day it was saved', async () => {
    const { rows } = await sql<{ details: object }>`
      select details from audit_log where event = 'payment-method-added' and user_id = (
        select user_id from users where login_key = 'li.wei')`.execute(scene.testApp.services.database);
    expect(rows.map(({ details }) => details)).toContainEqual(expect.objectContaining({ method: 'Card' }));
  });

  test("cannot be another customer's method, a method that isn't saved, or set where defaults are off", async () => {
    const margaret = paymentCalls(await scene.testApp.signIn('margaret.okafor'));
    const [foreign] = (await margaret.methods('101-004417-2')).flatMap(({ CardInfo }) => CardInfo ?? []);
    const PaymentMethod = { IsCard: true, ProfileId: foreign?.ProfileId ?? '', LastFour: '4242' };
    const body = { AccountNumber: scene.loan, PaymentMethod };
    expect(codeOf(await scene.calls.post<Envelope>(setDefault, body))).toBe('Invalid');
    const [own] = (await scene.calls.methods(scene.loan)).flatMap(({ CardInfo }) => CardInfo ?? []);
    const ownBody = { AccountNumber: scene.loan, PaymentMethod: { ...PaymentMethod, ProfileId: own?.ProfileId } };
    const noCards = await scene.callsUnder({ 'paymentOptions.allowCardProfiles': false });
    expect(codeOf(await noCards.post<Envelope>(setDefault, ownBody))).toBe('Invalid');
    const noDefaults = await scene.callsUnder({ 'paymentOptions.allowDefaultPaymentMethod': false });
    await expect(noDefaults.post(setDefault, ownBody)).rejects.toThrow('answered 403');
    expect((await scene.calls.info(scene.loan)).DefaultPaymentMethod).toBeNull();
  });

  test('is shown for the loan it was set for in the demonstration', async () => {
    const margaret = paymentCalls(await scene.testApp.signIn('margaret.okafor'));
    expect((await margaret.info('101-004417-2')).DefaultPaymentMethod).toMatchObject({
      IsCard: false,
      LastFour: '6789',
    });
    expect((await margaret.info('102-000318-8')).DefaultPaymentMethod).toBeNull();
  });
});

describe('a saved method', () => {
  test('is deleted together with its defaults', async () => {
    const [account] = (await scene.calls.methods(scene.loan)).flatMap(({ AchInfo }) => AchInfo ?? []);
    const ProfileId = account?.ProfileId ?? '';
    const PaymentMethod = { IsCard: false, ProfileId, LastFour: '6354' };
    await scene.calls.post(setDefault, { AccountNumber: scene.loan, PaymentMethod });
    expect(await scene.calls.post(deleteAch, { ProfileId })).toEqual(noErrors);
    expect((await scene.calls.methods(scene.loan)).filter(({ IsCard }) => !IsCard)).toEqual([]);
    expect((await scene.calls.info(scene.loan)).DefaultPaymentMethod).toBeNull();
    expect(codeOf(await scene.calls.post<Envelope>(deleteAch, { ProfileId }))).toBe('Deleting');
  });

  test('cannot be deleted by another customer', async () => {
    const margaret = paymentCalls(await scene.testApp.signIn('margaret.okafor'));
    const [foreign] = (await margaret.methods('101-004417-2')).flatMap(({ CardInfo }) => CardInfo ?? []);
    const answer = await scene.calls.post<Envelope>(deleteCard, { ProfileId: foreign?.ProfileId });
    expect(codeOf(answer)).toBe('Deleting');
    expect(await margaret.methods('101-004417-2')).toHaveLength(2);
  });
});

describe('a customer who tries one number after another', () => {
  test('is stopped', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 31; attempt += 1) {
      const payload = achBody(scene.loan, { AccountNumber: String(8_000_000 + attempt) });
      statuses.push((await scene.caller.call({ method: 'POST', url: validateAch, payload })).statusCode);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});
