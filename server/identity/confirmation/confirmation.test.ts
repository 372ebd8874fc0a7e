import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import type { PasskeyRequestOptions } from '#common/identity/passkeys.api.ts';
import type { PaymentInfo } from '#common/payments/payments.api.ts';
import { DEMONSTRATION_PASSWORD } from '#demo/demonstration.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { achBody, cardBody, submissionBody } from '#tests/builders/payment-calls.ts';
import { enrollPasskey } from '#tests/builders/passkey-journey.ts';
import { achFee } from '#tests/builders/payment-scene.ts';
import { codeOf, SigningInBrowser } from '#tests/builders/sign-in-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { VirtualAuthenticator } from '#tests/builders/virtual-authenticator.ts';

const loan = '101-005520-1';
const address = { Address1: '5 Brattle Street', City: 'Cambridge', State: 'MA', ZipCode: '02139' };
let test: TestApp;
let li: SigningInBrowser;

beforeAll(async () => {
  test = await createTestApp();
});

beforeEach(async () => {
  test.clock.moveOn({ hours: 25 });
  li = new SigningInBrowser(test);
  await li.logIn('li.wei');
});

afterAll(() => test.close());

const confirm = (password = DEMONSTRATION_PASSWORD) => li.post('/api/Confirmation', { Password: password });

async function draw(OwnerName: string) {
  const query = `accountNumber=${loan}`;
  const info = (await li.get(`/api/PaymentInformation/GetPaymentInfo?${query}`)).json<PaymentInfo>();
  const method = achBody(loan, { OwnerName });
  const body = submissionBody({ info, loginName: 'li.wei', amount: 25, method, fee: achFee });
  return li.post('/api/PaymentImmediate/SubmitAch', body);
}

const sensitive: readonly (readonly [string, () => ReturnType<SigningInBrowser['post']>])[] = [
  ['saving a bank account', () => li.post('/api/PaymentMethod/AddAchPaymentMethod', achBody(loan))],
  ['saving a card', () => li.post('/api/PaymentMethod/AddCardPaymentMethod', cardBody(loan))],
  ['drawing once from an account of another owner', () => draw('Pat Other')],
  ['the address of a loan', () => li.post('/api/Account/UpdateAddress', { AccountNumber: loan, Address: address })],
  [
    'the mailing address',
    () =>
      li.post('/api/UpdateProfile/PersonalInfo', {
        Address: address,
        PhoneNumbers: null,
        OldPassword: '',
      }),
  ],
];

describe.each(sensitive)('%s', (_what, act) => {
  it('a sensitive change requires confirmation and changes nothing until then', async () => {
    const before = await listNewestMessages(test.services, 1);
    const refused = await act();
    expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'ConfirmationNeeded']);
    expect((await confirm('wrong')).statusCode).toBe(403);
    expect(codeOf(await act())).toBe('ConfirmationNeeded');
    expect(await listNewestMessages(test.services, 1)).toEqual(before);
    expect((await confirm()).statusCode).toBe(200);
    expect((await act()).json()).toMatchObject({ HasNoErrors: true });
    const [told] = await listNewestMessages(test.services, 1);
    expect(told?.recipient).toBe('li.wei@example.com');
  });
});

it('a confirmation is valid for ten minutes, in this session', async () => {
  const look = async () => {
    await li.get('/api/Profile');
    return codeOf(await li.post('/api/PaymentMethod/AddAchPaymentMethod', achBody(loan, { RoutingNumber: '1' })));
  };
  expect((await confirm()).statusCode).toBe(200);
  for (const minutes of [4, 4, 2]) {
    test.clock.moveOn({ minutes });
    expect(await look()).not.toBe('ConfirmationNeeded');
  }
  test.clock.moveOn({ seconds: 1 });
  expect(await look()).toBe('ConfirmationNeeded');
  await confirm();
  const elsewhere = new SigningInBrowser(test);
  await elsewhere.logIn('li.wei');
  expect(codeOf(await elsewhere.post('/api/PaymentMethod/AddAchPaymentMethod', achBody(loan)))).toBe(
    'ConfirmationNeeded',
  );
});

it('paying the amount due from a saved account needs none', async () => {
  expect((await draw('Li Wei')).json()).toMatchObject({ HasNoErrors: true });
});

it("a user with a password can't use an emailed code instead", async () => {
  expect((await li.get('/api/Confirmation')).json()).toMatchObject({ Way: 'password' });
  expect((await li.post('/api/Confirmation/SendCode', {})).statusCode).toBe(403);
  expect((await li.post('/api/Confirmation', { Code: '123456' })).statusCode).toBe(403);
});

it('without an address for a code, only a recent sign-in counts', async () => {
  await li.logIn('no.mail');
  await test.withOptions({ 'loginOptions.useSingleSignOnOption': true }, async () => {
    expect((await li.get('/api/Confirmation')).json()).toMatchObject({ Way: 'signInAgain' });
    const look = () =>
      li.post('/api/UpdateProfile/PersonalInfo', { Address: address, PhoneNumbers: null, OldPassword: '' });
    for (const minutes of [4, 4, 3]) {
      test.clock.moveOn({ minutes });
      await li.get('/api/Profile');
    }
    expect(codeOf(await look())).toBe('ConfirmationNeeded');
  });
  await li.logIn('no.mail');
  await test.withOptions({ 'loginOptions.useSingleSignOnOption': true }, async () => {
    const saved = await li.post('/api/UpdateProfile/PersonalInfo', {
      Address: address,
      PhoneNumbers: null,
      OldPassword: '',
    });
    expect(saved.json()).toMatchObject({ HasNoErrors: true });
  });
});

it('attempts stop after five wrong passwords', async () => {
  for (let tried = 0; tried < 5; tried += 1) expect(codeOf(await confirm('wrong'))).toBe('InvalidCurrentPassword');
  expect(codeOf(await confirm())).toBe('MaxAttemptsReached');
  expect(await audited('password-confirmation-refused')).toContainEqual({ code: 'InvalidCurrentPassword' });
});

describe('stronger methods replace the password', () => {
  const save = () => li.post('/api/PaymentMethod/AddAchPaymentMethod', achBody(loan, { RoutingNumber: '1' }));

  async function signWith(device: VirtualAuthenticator, caller = li) {
    const begun = await caller.post('/api/Confirmation/BeginPasskey', {});
    const { Options } = begun.json<{ Options: PasskeyRequestOptions }>();
    return caller.post('/api/Confirmation/Passkey', device.sign(Options));
  }

  it("a passkey of the customer, once per challenge, and no one else's", async () => {
    const device = new VirtualAuthenticator();
    await enrollPasskey(await test.signIn('li.wei'), device);
    const foreign = new VirtualAuthenticator();
    await enrollPasskey(await test.signIn('margaret.okafor'), foreign);
    expect((await li.get('/api/Confirmation')).json()).toMatchObject({ Way: 'password', AlsoBy: ['passkey'] });

    expect(codeOf(await signWith(foreign))).toBe('Invalid');
    expect(codeOf(await save())).toBe('ConfirmationNeeded');
    const begun = await li.post('/api/Confirmation/BeginPasskey', {});
    const signed = device.sign(begun.json<{ Options: PasskeyRequestOptions }>().Options);
    expect((await li.post('/api/Confirmation/Passkey', signed)).statusCode).toBe(200);
    expect(codeOf(await save())).not.toBe('ConfirmationNeeded');
    expect(codeOf(await li.post('/api/Confirmation/Passkey', signed))).toBe('Invalid');
  });

  it('an app code, once; a wrong one and a customer without an app are refused', async () => {
    const byApp = (AuthenticatorCode: string) => li.post('/api/Confirmation', { AuthenticatorCode });
    expect(codeOf(await byApp('123456'))).toBe('NotNow');
    const begun = await li.post('/api/Authenticator/BeginSetup', { Password: DEMONSTRATION_PASSWORD });
    const secret = Secret.fromBase32(begun.json<{ Key: string }>().Key);
    const code = () => TOTP.generate({ secret, timestamp: test.clock.now().epochMilliseconds });
    await li.post('/api/Authenticator/FinishSetup', { Code: code() });
    for (const minutes of [4, 4, 3]) {
      test.clock.moveOn({ minutes });
      await li.get('/api/Profile');
    }
    expect((await li.get('/api/Confirmation')).json<{ AlsoBy: string[] }>().AlsoBy).toContain('authenticatorCode');

    const right = code();
    expect(codeOf(await byApp(right === '000000' ? '000001' : '000000'))).toBe('Invalid');
    expect(codeOf(await save())).toBe('ConfirmationNeeded');
    expect((await byApp(right)).statusCode).toBe(200);
    expect(codeOf(await save())).not.toBe('ConfirmationNeeded');
    expect(codeOf(await byApp(right))).toBe('Invalid');
    expect(await audited('confirmation-refused')).not.toEqual([]);
  });
});

/** Returns the details of Li's audited events of one kind. */
async function audited(event: string): Promise<unknown[]> {
  const rows = await test.services.database
    .selectFrom('audit_log as a')
    .innerJoin('users as u', 'u.user_id', 'a.user_id')
    .select('a.details')
    .where('a.event', '=', event)
    .where('u.login_key', '=', 'li.wei')
    .execute();
  return rows.map(({ details }) => details);
}
