import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';

const password = 'Harbor-2026!';
let test: TestApp;

beforeAll(async () => {
  test = await createTestApp({ options: { 'loginOptions.recoverWithoutQuestionOption': false } });
});

afterAll(() => test.close());

interface Answer {
  readonly HasNoErrors: boolean;
  readonly Errors: readonly { readonly ErrorMessage: string }[];
  readonly UserInfo?: Readonly<Record<string, string>>;
}

async function save(caller: SignedInCaller, part: object): Promise<Answer> {
  const response = await caller.call({
    method: 'POST',
    url: '/api/UpdateProfile',
    payload: { UserInfo: { ...(await userInfoOf(caller)), ...part } },
  });
  return response.json<Answer>();
}

async function userInfoOf(caller: SignedInCaller): Promise<Record<string, string>> {
  return (await caller.call({ method: 'GET', url: '/api/Profile' })).json<{ UserInfo: Record<string, string> }>()
    .UserInfo;
}

async function newestMessages(count: number) {
  return listNewestMessages(test.services, count);
}

function codesOf({ Errors }: Answer): string[] {
  return Errors.map(({ ErrorMessage }) => ErrorMessage);
}

function signInAs(loginName: string, secret: string): Promise<number> {
  return test.app
    .inject({ method: 'POST', url: '/api/login/userlogin', payload: { username: loginName, password: secret } })
    .then((response) => response.statusCode);
}

describe('User Information', () => {
  it('shows username, email address and question, and no secret', async () => {
    const margaret = await test.signIn('margaret.okafor');
    const info = await userInfoOf(margaret);
    expect(info).toMatchObject({
      LogonName: 'margaret.okafor',
      EmailAddress: 'margaret.okafor@example.com',
      OldPassword: '',
      NewPassword: '',
      ConfirmNewPassword: '',
      SecretAnswer: '',
    });
    expect(info['SecretQuestion']).not.toBe('');
  });

  it('can be saved unchanged without the password', async () => {
    const margaret = await test.signIn('margaret.okafor');
    expect(await save(margaret, {})).toMatchObject({ HasNoErrors: true, UserInfo: { LogonName: 'margaret.okafor' } });
  });

  it.each([
    ['the login name', { LogonName: 'margaret.o' }],
    ['the email address', { EmailAddress: 'm@example.com' }],
    ['the answer', { SecretAnswer: 'a lighthouse' }],
    ['the password', { NewPassword: 'three tall ships 7', ConfirmNewPassword: 'three tall ships 7' }],
  ])('%s changes only with the current password', async (_what, part) => {
    const margaret = await test.signIn('margaret.okafor');
    for (const OldPassword of ['', 'not-the-password']) {
      expect(codesOf(await save(margaret, { ...part, OldPassword }))).toEqual(['InvalidCurrentPassword']);
    }
    expect(await userInfoOf(margaret)).toMatchObject({ EmailAddress: 'margaret.okafor@example.com' });
    expect(await signInAs('margaret.okafor', password)).toBe(200);
  });

  it("another customer's username is refused, and revealed only to the holder of the password", async () => {
    const li = await test.signIn('li.wei');
    const part = { LogonName: 'Margaret.Okafor' };
    expect(codesOf(await save(li, { ...part, OldPassword: 'wrong' }))).toEqual(['InvalidCurrentPassword']);
    expect(codesOf(await save(li, { ...part, OldPassword: password }))).toEqual(['LogonNameExists']);
  });

  it.each([
    ['is too short', { LogonName: 'short' }, 'LogonTooShort'],
    ['is too long', { LogonName: 'x'.repeat(129) }, 'LogonNameLength'],
    ['has unusual characters', { LogonName: 'li wei, junior' }, 'Invalid'],
  ])('a username that %s is refused', async (_why, part, code) => {
    const li = await test.signIn('li.wei');
    expect(codesOf(await save(li, { ...part, OldPassword: password }))).toContain(code);
  });

  it.each(['', 'nobody', 'nobody@', `${'x'.repeat(60)}@${'y'.repeat(60)}.example`])(
    'an email address like "%s" is refused',
    async (EmailAddress) => {
      const li = await test.signIn('li.wei');
      expect(codesOf(await save(li, { EmailAddress, OldPassword: password }))).toEqual(['CorrectErrors']);
    },
  );

  it.each([
    ['short', 'PasswordTooShort'],
    ['li.wei@example.com', 'PasswordMatchesEmail'],
    ['900125520', 'PasswordSameAsSSN'],
    [password, 'ReusedPassword'],
    ['password123', 'PasswordEasyToGuess'],
  ])('the new password %s is refused with %s', async (NewPassword, code) => {
    const li = await test.signIn('li.wei');
    // With a second factor, passwords may be short enough to equal the number or the current one.
    const answer = await test.withOptions({ 'loginOptions.useMultiFactorOption': true }, () =>
      save(li, { NewPassword, OldPassword: password }),
    );
    expect(codesOf(answer)).toContain(code);
  });

  it('a new question needs an answer', async () => {
    const li = await test.signIn('li.wei');
    const questions = test.services.institution.options['loginOptions.securityQuestions'];
    const before = await userInfoOf(li);
    const SecretQuestion = questions.find((question) => question !== before['SecretQuestion']) ?? '';
    expect(codesOf(await save(li, { SecretQuestion }))).toEqual(['CorrectErrors']);
    expect(codesOf(await save(li, { SecretQuestion: 'What is not on the list?', SecretAnswer: 'x' }))).toEqual([
      'CorrectErrors',
    ]);
    expect(codesOf(await save(li, { SecretQuestion, SecretAnswer: '<b>' }))).toEqual(['CorrectErrors']);
    expect(await save(li, { SecretQuestion, SecretAnswer: 'a lighthouse', OldPassword: password })).toMatchObject({
      UserInfo: { SecretQuestion, SecretAnswer: '' },
    });
    const [told] = await newestMessages(1);
    expect(told?.recipient).toBe(before['EmailAddress']);
    expect(told?.body).toContain('Your security question or its answer was changed.');
  });
});

describe('a changed email address', () => {
  it('is reported to the old one and verified at the new one, and sign-in links go to the old one for a day', async () => {
    const sam = await test.signIn('sam.rivera');
    const before = (await userInfoOf(sam))['EmailAddress'] ?? '';
    expect(await save(sam, { EmailAddress: 'sam.new@example.com', OldPassword: password })).toMatchObject({
      HasNoErrors: true,
      UserInfo: { EmailAddress: 'sam.new@example.com' },
    });
    const [verify, told] = await newestMessages(2);
    expect(told).toMatchObject({ recipient: before, subject: 'Your email address was changed' });
    expect(told?.body).not.toContain('sam.new');
    expect(verify).toMatchObject({ recipient: 'sam.new@example.com', subject: 'Please verify your email address' });
    const token = /verifyEmail\/(\S+)/.exec(verify?.body ?? '')?.[1] ?? '';
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/Login/ValidateEmail',
      payload: { EncryptedUserData: token },
    });
    expect(answer.json()).toMatchObject({ HasNoErrors: true });
    expect(await recoveryGoesTo('sam.new@example.com')).toBe(before);
    test.clock.moveOn({ hours: 24, seconds: 1 });
    expect(await recoveryGoesTo('sam.new@example.com')).toBe('sam.new@example.com');
  });

  /** Returns where the link for a forgotten login goes. */
  async function recoveryGoesTo(EmailAddress: string): Promise<string | undefined> {
    const sam = { EmailAddress, DateOfBirth: '01/12/1987', ZipCode: '02139', ServicingBranch: '101' };
    const begun = await post('/api/Recovery/GetSecretQuestion', sam);
    const cookie = begun.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const answer = { LogonName: '', SecretQuestion: '', SecretAnswer: 'harbor' };
    await post('/api/Recovery/AnswerSecretQuestion', answer, { cookie });
    const [newest] = await newestMessages(1);
    return newest?.recipient;
  }

  function post(url: string, payload: object, headers: Record<string, string> = {}) {
    return test.app.inject({ method: 'POST', url, payload, headers });
  }
});

describe('an email address that is not verified yet', () => {
  const sendLink = (caller: SignedInCaller) => caller.call({ method: 'POST', url: '/api/Profile/SendVerification' });
  const verify = (EncryptedUserData: string) =>
    test.app.inject({ method: 'POST', url: '/api/Login/ValidateEmail', payload: { EncryptedUserData } });
  const isVerified = async (caller: SignedInCaller) =>
    (await caller.call({ method: 'GET', url: '/api/Profile' })).json<{ EmailIsVerified: boolean | null }>()
      .EmailIsVerified;
  const mailedToken = async () =>
    /verifyEmail\/(\S+)/.exec((await newestMessages(1))[0]?.body ?? '')?.[1] ?? 'no link was emailed';

  it('gets a new link, which replaces the one before and works until it is verified', async () => {
    const sam = await test.signIn('sam.rivera');
    expect(await isVerified(sam)).toBe(true);
    expect((await sendLink(sam)).json()).toMatchObject({ Errors: [{ ErrorMessage: 'AlreadyVerified' }] });
    await save(sam, { EmailAddress: 'sam.r@example.com', OldPassword: password });
    expect(await isVerified(sam)).toBe(false);
    const first = await mailedToken();
    expect((await sendLink(sam)).json()).toMatchObject({ HasNoErrors: true });
    expect((await newestMessages(1))[0]).toMatchObject({ recipient: 'sam.r@example.com' });
    const second = await mailedToken();
    expect((await verify(first)).json()).toMatchObject({ HasNoErrors: false });
    expect((await verify(second)).json()).toMatchObject({ HasNoErrors: true });
    expect(await isVerified(sam)).toBe(true);
    // The same press again, from a mail program that opened the link first.
    expect((await verify(second)).json()).toMatchObject({ HasNoErrors: true });
    await save(sam, { EmailAddress: 'sam.rivera@example.com', OldPassword: password });
    expect((await verify(second)).json()).toMatchObject({ HasNoErrors: false });
  });

  it('gets five links an hour', async () => {
    test.clock.moveOn({ hours: 1, seconds: 1 });
    const sam = await test.signIn('sam.rivera');
    const statuses: number[] = [];
    for (let link = 0; link < 6; link += 1) statuses.push((await sendLink(sam)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('User Information that was changed elsewhere since it was shown', () => {
  const post = async (caller: SignedInCaller, UserInfo: object) =>
    (await caller.call({ method: 'POST', url: '/api/UpdateProfile', payload: { UserInfo } })).json<Answer>();

  it("keeps fields this window didn't touch, and is refused only where both changed the same field", async () => {
    const here = await test.signIn('no.mail');
    const elsewhere = await test.signIn('no.mail');
    const moved = { EmailAddress: 'nils@example.com', Before: { EmailAddress: '' }, OldPassword: password };
    expect(await post(elsewhere, moved)).toMatchObject({ HasNoErrors: true });

    const renamed = { LogonName: 'nils.mail', Before: { LogonName: 'no.mail' }, OldPassword: password };
    expect(await post(here, renamed)).toMatchObject({
      UserInfo: { LogonName: 'nils.mail', EmailAddress: 'nils@example.com' },
    });

    const another = { EmailAddress: 'other@example.com', Before: { EmailAddress: '' }, OldPassword: password };
    expect(codesOf(await post(here, another))).toEqual(['Stale']);
    expect(await userInfoOf(here)).toMatchObject({ EmailAddress: 'nils@example.com' });
    const seen = { ...another, Before: { EmailAddress: 'nils@example.com' } };
    expect(await post(here, seen)).toMatchObject({ UserInfo: { EmailAddress: 'other@example.com' } });
  });

  it('is saved by only one of two parallel requests', async () => {
    const here = await test.signIn('nils.mail');
    const elsewhere = await test.signIn('nils.mail');
    const change = (EmailAddress: string) => ({
      EmailAddress,
      Before: { EmailAddress: 'other@example.com' },
      OldPassword: password,
    });
    const answers = await Promise.all([
      post(here, change('one@example.com')),
      post(elsewhere, change('two@example.com')),
    ]);
    expect(answers.flatMap(codesOf)).toEqual(['Stale']);
  });
});

describe('a changed username', () => {
  it('is used to sign in from then on, and the customer is notified', async () => {
    const pat = await test.signIn('pat.empty');
    expect(await save(pat, { LogonName: 'patricia.empty', OldPassword: password })).toMatchObject({
      HasNoErrors: true,
    });
    const [newest] = await newestMessages(1);
    expect(newest).toMatchObject({ subject: 'Your username was changed' });
    expect(await signInAs('pat.empty', password)).toBe(403);
    expect(await signInAs('patricia.empty', password)).toBe(200);
  });
});

describe('a changed password', () => {
  it('ends every other session and tells the customer, once', async () => {
    const here = await test.signIn('acme.supply');
    const elsewhere = await test.signIn('acme.supply');
    const part = { NewPassword: 'three tall ships 7', ConfirmNewPassword: 'three tall ships 7', OldPassword: password };
    expect(await save(here, part)).toMatchObject({ HasNoErrors: true });
    expect((await elsewhere.call({ method: 'GET', url: '/api/Profile' })).statusCode).toBe(401);
    expect((await here.call({ method: 'GET', url: '/api/Profile' })).statusCode).toBe(200);
    const told = (await newestMessages(5)).filter(({ subject }) => subject === 'Your password was changed');
    expect(told).toHaveLength(1);
    expect(await signInAs('acme.supply', 'three tall ships 7')).toBe(200);
  });
});

describe('under single sign-on, where customers have no password here', () => {
  const singleSignOn = { 'loginOptions.useSingleSignOnOption': true };

  it('changes need an emailed code instead, the old address is notified, and there is nothing to verify', async () => {
    const margaret = await test.signIn('margaret.okafor');
    const post = (url: string, payload?: object) =>
      margaret.call({ method: 'POST', url, ...(payload ? { payload } : {}) });
    test.clock.moveOn({ minutes: 4 });
    await margaret.call({ method: 'GET', url: '/api/Profile' });
    test.clock.moveOn({ minutes: 4 });
    await margaret.call({ method: 'GET', url: '/api/Profile' });
    test.clock.moveOn({ minutes: 3 });
    const saved = await test.withOptions(singleSignOn, async () => {
      const change = () => save(margaret, { EmailAddress: 'm.okafor@example.com' });
      expect(codesOf(await change())).toEqual(['ConfirmationNeeded']);
      const way = await margaret.call({ method: 'GET', url: '/api/Confirmation' });
      expect(way.json()).toMatchObject({ Way: 'mailedCode' });
      expect((await post('/api/Confirmation/SendCode')).statusCode).toBe(200);
      const [mail] = await newestMessages(1);
      expect(mail?.recipient).toBe('margaret.okafor@example.com');
      const code = /\b\d{6}\b/.exec(mail?.body ?? '')?.[0] ?? '';
      const wrong = await post('/api/Confirmation', { Code: code === '000000' ? '000001' : '000000' });
      expect(wrong.statusCode).toBe(403);
      expect(codesOf(await change())).toEqual(['ConfirmationNeeded']);
      expect((await post('/api/Confirmation', { Code: code })).statusCode).toBe(200);
      return change();
    });
    expect(saved).toMatchObject({ HasNoErrors: true, UserInfo: { EmailAddress: 'm.okafor@example.com' } });
    const [newest] = await newestMessages(1);
    expect(newest).toMatchObject({
      recipient: 'margaret.okafor@example.com',
      subject: 'Your email address was changed',
    });
  });

  it('no password is accepted', async () => {
    const li = await test.signIn('li.wei');
    const part = { NewPassword: 'three tall ships 7', ConfirmNewPassword: 'three tall ships 7', OldPassword: password };
    expect(codesOf(await test.withOptions(singleSignOn, () => save(li, part)))).toEqual(['CorrectErrors']);
  });
});
