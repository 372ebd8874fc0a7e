import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMONSTRATION_PASSWORD } from '#demo/demonstration.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { createResetLink } from '#tests/builders/password-links.ts';
import { SigningInBrowser } from '#tests/builders/sign-in-journey.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});

// Holds and limits last a day, so each test gets its own days.
beforeEach(() => test.clock.moveOn({ hours: 49 }));

afterAll(() => test.close());

async function changeAddress(caller: SignedInCaller, address: string): Promise<void> {
  const url = '/api/Profile';
  const { UserInfo } = (await caller.call({ method: 'GET', url })).json<{ UserInfo: object }>();
  const payload = { UserInfo: { ...UserInfo, EmailAddress: address, OldPassword: DEMONSTRATION_PASSWORD } };
  const response = await caller.call({ method: 'POST', url: '/api/UpdateProfile', payload });
  expect(response.json()).toMatchObject({ HasNoErrors: true });
}

async function codeGoesTo(loginName: string): Promise<string | undefined> {
  await test.withOptions({ 'loginOptions.useMultiFactorOption': true }, () =>
    new SigningInBrowser(test).logIn(loginName),
  );
  const [code] = await listNewestMessages(test.services, 1);
  expect(code?.subject).toBe('Your security code');
  return code?.recipient;
}

describe('after a change of the email address', () => {
  it('security codes go to the old one for a day, and then to the new one', async () => {
    await changeAddress(await test.signIn('sam.rivera'), 'sam.new@example.com');
    expect(await codeGoesTo('sam.rivera')).toBe('sam.rivera@example.com');
    test.clock.moveOn({ hours: 23, minutes: 59 });
    expect(await codeGoesTo('sam.rivera')).toBe('sam.rivera@example.com');
    test.clock.moveOn({ minutes: 1 });
    expect(await codeGoesTo('sam.rivera')).toBe('sam.new@example.com');
  });

  it("a second change doesn't shorten the wait: codes go to the first one for another day", async () => {
    const li = await test.signIn('li.wei');
    await changeAddress(li, 'li.second@example.com');
    test.clock.moveOn({ hours: 23 });
    await changeAddress(await test.signIn('li.wei'), 'li.third@example.com');
    test.clock.moveOn({ hours: 23 });
    expect(await codeGoesTo('li.wei')).toBe('li.wei@example.com');
    test.clock.moveOn({ hours: 1 });
    expect(await codeGoesTo('li.wei')).toBe('li.third@example.com');
  });

  it('both are told of a new password, and a day later only the new one', async () => {
    const recipientsOf = async (password: string) => {
      await test.services.database.deleteFrom('outbox_messages').execute();
      const Enc = await createResetLink(test, 'dee.blocked');
      await new SigningInBrowser(test).post('/api/Login/ResetPassword', { Enc, Password: password });
      const newest = await listNewestMessages(test.services, 10);
      return newest.flatMap(({ subject, recipient }) => (subject === 'Your password was changed' ? [recipient] : []));
    };
    await changeAddress(await test.signIn('dee.blocked'), 'dee.new@example.com');
    expect((await recipientsOf('three tall ships 7')).toSorted()).toEqual([
      'dee.blocked@example.com',
      'dee.new@example.com',
    ]);
    test.clock.moveOn({ hours: 24 });
    expect(await recipientsOf('four tall ships 8')).toEqual(['dee.new@example.com']);
  });

  it('an earlier password link stops working', async () => {
    const Enc = await createResetLink(test, 'acme.supply');
    await changeAddress(await test.signIn('acme.supply'), 'acme.new@example.com');
    const response = await new SigningInBrowser(test).post('/api/Login/ResetPassword', {
      Enc,
      Password: 'three tall ships 7',
    });
    expect(response.json()).toMatchObject({ Errors: [{ ErrorMessage: 'Expired' }] });
  });

  it('without an old address, codes go to the new one at once', async () => {
    await changeAddress(await test.signIn('no.mail'), 'now.mail@example.com');
    expect(await codeGoesTo('no.mail')).toBe('now.mail@example.com');
  });
});
