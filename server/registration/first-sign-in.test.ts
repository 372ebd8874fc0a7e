import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLink } from '#server/identity/one-time/one-time-tokens.queries.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import {
  codesOf,
  createRegistrationScene,
  noErrors,
  registered,
  type RegistrationScene,
} from '#tests/builders/registration-scene.ts';
import { codeOf, newestCode, SigningInBrowser, wrongCode } from '#tests/builders/sign-in-journey.ts';

let scene: RegistrationScene;

beforeAll(async () => {
  scene = await createRegistrationScene();
});
afterEach(() => scene.reset());
afterAll(() => scene.test.close());

describe('the first sign-in after a registration without a verified address', () => {
  const password = 'three tall ships 7';
  const emailOf = async (customerId: string) => (await scene.test.services.host.findCustomer(customerId))?.emailAddress;

  it('asks for a code sent to the address on file, which opens the login and verifies the address', async () => {
    const harriet = await scene.newcomer();
    await harriet.register();
    const browser = new SigningInBrowser(scene.test);
    expect((await browser.logIn(harriet.userName, password)).json()).toMatchObject({
      SecondFactor: 'email',
      IsLoggedIn: false,
      UserToken: '',
    });
    const code = await newestCode(scene.test);
    expect(codeOf(await browser.enterCode(wrongCode(code)))).toBe('Invalid');
    expect((await browser.enterCode(code)).statusCode).toBe(200);
    expect(await scene.mailTo(harriet.emailAddress)).toEqual([
      'Welcome! Your login is ready',
      'Your security code',
      'A login was created for your accounts',
    ]);
    expect(await harriet.findUser()).toMatchObject({ emailIsVerified: true });
    const next = await new SigningInBrowser(scene.test).logIn(harriet.userName, password);
    expect(next.json()).toMatchObject({ SecondFactor: 'none' });
  });

  it('is needed before the address on file changes', async () => {
    const harriet = await scene.newcomer();
    await harriet.register({ EmailAddress: 'thief@example.com' });
    const thief = new SigningInBrowser(scene.test);
    await thief.logIn(harriet.userName, password);
    await thief.resendCode();
    expect(await scene.mailTo('thief@example.com')).toEqual([]);
    expect(await emailOf(harriet.customerId)).toBe(harriet.emailAddress);
    expect(await scene.mailTo(harriet.emailAddress)).toEqual([
      'Your security code',
      'Your security code',
      'A login was created for your accounts',
    ]);
  });

  it('saves the new address, tells the old one, and has the new one verified with a link', async () => {
    const harriet = await scene.newcomer();
    const address = `new.${harriet.emailAddress}`;
    await harriet.register({ EmailAddress: address });
    const browser = new SigningInBrowser(scene.test);
    await browser.logIn(harriet.userName, password);
    expect((await browser.enterCode(await newestCode(scene.test))).statusCode).toBe(200);
    expect(await emailOf(harriet.customerId)).toBe(address);
    expect(await scene.mailTo(harriet.emailAddress)).toContain('Your email address was changed');
    expect(await scene.mailTo(address)).toEqual(['Please verify your email address', 'Welcome! Your login is ready']);
    expect(await harriet.findUser()).toMatchObject({ emailIsVerified: false });

    const messages = await listNewestMessages(scene.test.services, 5);
    const mail = messages.find(({ subject }) => subject === 'Please verify your email address');
    const token = /verifyEmail\/([\w-]+)/.exec(mail?.body ?? '')?.[1];
    const verify = () => scene.call('/api/Login/ValidateEmail', { EncryptedUserData: token });
    expect((await verify()).json()).toEqual(noErrors);
    expect(await harriet.findUser()).toMatchObject({ emailIsVerified: true });
    expect((await verify()).json(), 'the same press again').toEqual(noErrors);
  });

  it('sends the code by text if only a phone is on file', async () => {
    const harriet = await scene.newcomer({ emailAddress: '' });
    const answer = await harriet.register({ EmailAddress: 'new.harriet@example.com' });
    expect(answer.json()).toEqual({ ...noErrors, FirstLoginCode: 'text' });
    const browser = new SigningInBrowser(scene.test);
    expect((await browser.logIn(harriet.userName, password)).json()).toMatchObject({
      SecondFactor: 'text',
      CodeSentTo: expect.stringMatching(/^••• \d\d$/),
    });
    const [text] = await listNewestMessages(scene.test.services, 1);
    expect(text).toMatchObject({ recipient: '5550108814', subject: '' });
    expect((await browser.enterCode(await newestCode(scene.test))).statusCode).toBe(200);
    expect(await emailOf(harriet.customerId)).toBe('new.harriet@example.com');
    expect(await harriet.findUser()).toMatchObject({ emailIsVerified: false });
  });

  it('is impossible without contact data on file, so the registration is refused', async () => {
    scene.offer({ 'globalOptions.useTextMessagesOption': false });
    const harriet = await scene.newcomer({ emailAddress: '' });
    expect(codesOf(await harriet.register({ EmailAddress: 'new.harriet@example.com' }))).toEqual(['Failed']);
    expect(await harriet.findUser()).toBeUndefined();
  });

  it('can be replaced by another registration, so knowing the facts is not enough to lock a customer out', async () => {
    const harriet = await scene.newcomer();
    await harriet.register({ EmailAddress: 'thief@example.com', UserName: 'harriet.stolen' });
    const thief = new SigningInBrowser(scene.test);
    await thief.logIn('harriet.stolen', password);
    const stolenCode = await newestCode(scene.test);
    const own = { Password: 'four tall ships 8', PasswordConfirm: 'four tall ships 8' };
    expect((await harriet.register(own)).json()).toEqual(registered);
    expect((await thief.enterCode(stolenCode)).statusCode).toBe(401);
    expect(codeOf(await new SigningInBrowser(scene.test).logIn('harriet.stolen', password))).toBe('Invalid');
    const browser = new SigningInBrowser(scene.test);
    await browser.logIn(harriet.userName, own.Password);
    expect((await browser.enterCode(await newestCode(scene.test))).statusCode).toBe(200);
    expect(await emailOf(harriet.customerId)).toBe(harriet.emailAddress);
  });

  it('is not needed after an emailed password link, which discards the typed address', async () => {
    const harriet = await scene.newcomer();
    await harriet.register({ EmailAddress: 'thief@example.com' });
    const user = await harriet.findUser();
    const { database, clock } = scene.test.services;
    const token = await inTransaction(database, (transaction) =>
      createLink(
        transaction,
        'resetPassword',
        { userId: user?.userId ?? 0, customerId: harriet.customerId },
        clock.now(),
      ),
    );
    const reset = await scene.call('/api/Login/ResetPassword', { Enc: token, Password: 'four tall ships 8' });
    expect(reset.json()).toMatchObject({ HasNoErrors: true, LoginResponse: { SecondFactor: 'none' } });
    expect(await emailOf(harriet.customerId)).toBe(harriet.emailAddress);
    const next = await new SigningInBrowser(scene.test).logIn(harriet.userName, 'four tall ships 8');
    expect(next.json()).toMatchObject({ SecondFactor: 'none' });
  });
});
