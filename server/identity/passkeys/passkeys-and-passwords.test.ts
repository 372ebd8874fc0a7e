import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMONSTRATION_PASSWORD } from '#demo/demonstration.ts';
import { enrollPasskey, signInWithPasskey } from '#tests/builders/passkey-journey.ts';
import { createResetLink, getUser } from '#tests/builders/password-links.ts';
import { codeOf, SigningInBrowser } from '#tests/builders/sign-in-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { VirtualAuthenticator } from '#tests/builders/virtual-authenticator.ts';

const newPassword = 'three tall ships 7';
let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});

afterAll(() => test.close());

async function enrolled(loginName: string, ...names: readonly string[]): Promise<VirtualAuthenticator[]> {
  const caller = await test.signIn(loginName);
  const devices = names.map(() => new VirtualAuthenticator());
  for (const [index, device] of devices.entries()) await enrollPasskey(caller, device, names[index]);
  return devices;
}

async function passwordMail(): Promise<string> {
  const messages = await listNewestMessages(test.services, 50);
  return messages.find(({ subject }) => subject === 'Your password was changed')?.body ?? '';
}

async function signInStatus(device: VirtualAuthenticator): Promise<number> {
  return (await signInWithPasskey(device, new SigningInBrowser(test))).statusCode;
}

async function reset(loginName: string): Promise<void> {
  const Enc = await createResetLink(test, loginName);
  const response = await new SigningInBrowser(test).post('/api/Login/ResetPassword', { Enc, Password: newPassword });
  expect(response.json()).toMatchObject({ HasNoErrors: true });
}

it('resetting a password by link removes and names all passkeys', async () => {
  const [phone, laptop] = await enrolled('margaret.okafor', 'My phone', 'Work laptop');
  const [other] = await enrolled('li.wei', 'Of someone else');
  await reset('margaret.okafor');

  for (const device of [phone, laptop]) {
    const response = await signInWithPasskey(device as VirtualAuthenticator, new SigningInBrowser(test));
    expect(response.statusCode).toBe(403);
    expect(codeOf(response)).toBe('Invalid');
  }
  expect(await signInStatus(other as VirtualAuthenticator)).toBe(200);
  expect(await passwordMail()).toContain('we removed these passkeys: My phone, Work laptop.');
  const { userId } = await getUser(test, 'margaret.okafor');
  const events = test.services.database.selectFrom('audit_log').select(['event', 'details']);
  expect(await events.where('user_id', '=', userId).execute()).toContainEqual({
    event: 'passkeys-removed',
    details: { way: 'resetPassword', names: 'My phone, Work laptop' },
  });
});

it("a reset doesn't mention passkeys to a user without any", async () => {
  await reset('pat.empty');
  expect(await passwordMail()).not.toContain('passkey');
});

it('changing it with the current password keeps usable passkeys and names them', async () => {
  const [phone, copied] = await enrolled('sam.rivera', 'My phone', 'Copied key');
  // A counter that doesn't advance blocks the passkey.
  await signInWithPasskey(copied as VirtualAuthenticator, new SigningInBrowser(test), { signCount: 5 });
  await signInWithPasskey(copied as VirtualAuthenticator, new SigningInBrowser(test), { signCount: 5 });
  const sam = await test.signIn('sam.rivera');
  const { UserInfo } = (await sam.call({ method: 'GET', url: '/api/Profile' })).json<{ UserInfo: object }>();
  const passwords = {
    OldPassword: DEMONSTRATION_PASSWORD,
    NewPassword: newPassword,
    ConfirmNewPassword: newPassword,
  };
  const payload = { UserInfo: { ...UserInfo, ...passwords } };
  const saved = await sam.call({ method: 'POST', url: '/api/UpdateProfile', payload });
  expect(saved.json()).toMatchObject({ HasNoErrors: true });

  expect(await passwordMail()).toContain('These passkeys still work: My phone. If you');
  expect(await signInStatus(phone as VirtualAuthenticator)).toBe(200);
  expect(await signInStatus(copied as VirtualAuthenticator)).toBe(403);
});
