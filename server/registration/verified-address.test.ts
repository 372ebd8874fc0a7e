import type { LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import {
  codesOf,
  createRegistrationScene,
  noErrors,
  registered,
  type RegistrationScene,
} from '#tests/builders/registration-scene.ts';
import { failToSend } from '#tests/builders/mail-trouble.ts';
import { SigningInBrowser } from '#tests/builders/sign-in-journey.ts';

let scene: RegistrationScene;

beforeAll(async () => {
  scene = await createRegistrationScene();
});
afterEach(() => scene.reset());
afterAll(() => scene.test.close());

describe('where the address is verified with a code', () => {
  const askForCode = () => scene.offer({ 'registerOptions.useMultiFactorOption': true });
  const browser = 'browser-of-harriet-1';

  async function requestCode(EmailAddress: string, FirstName = 'Harriet') {
    const response = await scene.call('/api/Register/GenerateMFACode', { Id: browser, FirstName, EmailAddress });
    const [message] = await listNewestMessages(scene.test.services, 1);
    const code = /\b\d{6}\b/.exec(message?.body ?? '')?.[0] ?? '';
    return { token: response.json<{ MFAToken: string }>().MFAToken, code, message, response };
  }

  const validate = (MFAToken: string, Code: string, UserId = browser) =>
    scene.call('/api/Register/ValidateCode', { Code, MFAToken, UserId });

  const cookieOf = (response: LightMyRequestResponse) =>
    response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

  it('the right code lets this browser register with a verified address', async () => {
    askForCode();
    const harriet = await scene.newcomer();
    const { token, code, message } = await requestCode(harriet.emailAddress);
    expect(message).toMatchObject({ recipient: harriet.emailAddress, subject: 'Your security code' });
    expect(message?.body).toContain('Hello Harriet,');
    const validated = await validate(token, code);
    expect(validated.json()).toEqual({ HasNoErrors: true, Errors: [] });
    expect(validated.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict' });

    expect((await harriet.register({}, cookieOf(validated))).json()).toEqual({ ...noErrors, FirstLoginCode: 'none' });
    expect(await harriet.findUser()).toMatchObject({ emailIsVerified: true });
    const login = await new SigningInBrowser(scene.test).logIn(harriet.userName, 'three tall ships 7');
    expect(login.json()).toMatchObject({ SecondFactor: 'none' });
    expect(await scene.mailTo(harriet.emailAddress)).toEqual(['Welcome! Your login is ready', 'Your security code']);
  });

  it('the code of a new address proves no identity but saves the link later', async () => {
    askForCode();
    const harriet = await scene.newcomer();
    const address = `new.${harriet.emailAddress}`;
    const { token, code } = await requestCode(address);
    const cookie = cookieOf(await validate(token, code));
    expect((await harriet.register({ EmailAddress: address }, cookie)).json()).toEqual(registered);
    expect((await scene.test.services.host.findCustomer(harriet.customerId))?.emailAddress).toBe(harriet.emailAddress);
    await harriet.logInFirst();
    expect((await scene.test.services.host.findCustomer(harriet.customerId))?.emailAddress).toBe(address);
    expect(await harriet.findUser()).toMatchObject({ emailIsVerified: true });
    expect(await scene.mailTo(address)).toEqual(['Welcome! Your login is ready', 'Your security code']);
  });

  it('registration is refused without it, with another address, after an hour, or with a made-up cookie', async () => {
    askForCode();
    const harriet = await scene.newcomer();
    const { token, code } = await requestCode(harriet.emailAddress);
    const cookie = cookieOf(await validate(token, code));
    expect(codesOf(await harriet.register())).toEqual(['Invalid']);
    expect(codesOf(await harriet.register({ EmailAddress: 'other@example.com' }, cookie))).toEqual(['Invalid']);
    expect(codesOf(await harriet.register({}, 'passbook-verified-email=bWFkZSB1cA'))).toEqual(['Invalid']);
    expect(codesOf(await harriet.register({}, `passbook-verified-email=${token}`))).toEqual(['Invalid']);
    scene.test.clock.moveOn({ minutes: 60, seconds: 1 });
    expect(codesOf(await harriet.register({}, cookie))).toEqual(['Invalid']);
    scene.test.clock.moveOn({ minutes: -60, seconds: -1 });
  });

  it('a wrong code, another browser and a made-up token get the same refusal', async () => {
    askForCode();
    const { token, code } = await requestCode('someone@example.com');
    const wrong = code === '000000' ? '000001' : '000000';
    for (const [mfaToken, typed, id] of [
      [token, wrong, browser],
      [token, code, 'another-browser-2'],
      ['x', code, browser],
    ] as const) {
      const response = await validate(mfaToken, typed, id);
      expect(response.statusCode).toBe(403);
      expect(codesOf(response)).toEqual(['Invalid']);
    }
  });

  it('a code expires after ten minutes or five tries, and a new one starts over', async () => {
    askForCode();
    const first = await requestCode('someone@example.com');
    scene.test.clock.moveOn({ minutes: 10 });
    expect(codesOf(await validate(first.token, first.code))).toEqual(['CodeExpired']);

    const second = await requestCode('someone@example.com');
    const wrong = second.code === '000000' ? '000001' : '000000';
    for (let tried = 0; tried < 5; tried += 1) {
      expect(codesOf(await validate(second.token, wrong))).toEqual(['Invalid']);
    }
    expect(codesOf(await validate(second.token, second.code))).toEqual(['MaxAttemptsReached']);
    const third = await requestCode('someone@example.com');
    expect((await validate(third.token, third.code)).json()).toMatchObject({ HasNoErrors: true });
  });

  it('a code that could not be sent is named when another is sent to the same address', async () => {
    askForCode();
    const first = await requestCode('harriet@example.com');
    expect(first.response.json()).toMatchObject({ TroubleReference: null });
    await failToSend(scene.test.services);
    const second = await requestCode('harriet@example.com');
    expect(second.response.json()).toMatchObject({ TroubleReference: expect.stringMatching(/^.{4}-.{4}$/) });
    const other = await requestCode('someone.else@example.com');
    expect(other.response.json()).toMatchObject({ TroubleReference: null });
  });

  it("messages are few and never contain the sender's words", async () => {
    askForCode();
    const { message } = await requestCode('victim@example.com', 'Visit https://evil.example');
    expect(message?.body).toContain('Hello,');
    expect(message?.body).not.toContain('evil');
    for (let sent = 0; sent < 3; sent += 1) await requestCode('victim@example.com');
    const tooMany = await scene.call('/api/Register/GenerateMFACode', {
      Id: browser,
      FirstName: '',
      EmailAddress: 'victim@example.com',
    });
    expect(codesOf(tooMany)).toEqual(['MaxAttemptsReached']);
    expect(await scene.mailTo('victim@example.com')).toHaveLength(4);
  });

  it('an invalid address gets no code', async () => {
    askForCode();
    const { response } = await requestCode('victim@example.com\nbcc: other@example.com');
    expect(codesOf(response)).toEqual(['Invalid']);
  });
});
