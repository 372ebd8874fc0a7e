import type { LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import type { Options } from '#common/contract/all-options.ts';
import { sealCustomer } from '#server/host/books/customer-details.ts';
import { listAgreementRecords } from '#server/institution/agreements/agreements.queries.ts';
import { setMaintenance } from '#server/institution/operating-state.queries.ts';
import { findUserByCustomer } from '#server/identity/users/users.queries.ts';
import { verifyPassword } from '#server/platform/crypto/passwords.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { createLink } from '#server/identity/one-time/one-time-tokens.queries.ts';
import { addCustomer, addDeposit, addLoan } from '#tests/builders/books.ts';
import { codeOf, newestCode, SigningInBrowser, wrongCode } from '#tests/builders/sign-in-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

let test: TestApp;
let usualOptions: Options;

beforeAll(async () => {
  test = await createTestApp();
  usualOptions = test.services.institution.options;
});
afterAll(() => test.close());

/** Applies to the current test only. */
function offer(options: Partial<Options>): void {
  Object.assign(test.services.institution, { options: { ...usualOptions, ...options } });
}

afterEach(async () => {
  offer({});
  await test.services.database.deleteFrom('request_limits').execute();
});

let newcomers = 0;

/** A customer without a login, and the data they enter. */
async function newcomer(details: { readonly restricted?: boolean; readonly emailAddress?: string } = {}) {
  newcomers += 1;
  const number = String(newcomers).padStart(4, '0');
  const customerId = `newcomer-${number}`;
  const person = {
    customerId,
    companyNumber: 0,
    firstName: 'Harriet',
    lastName: 'Lowell',
    companyName: '',
    emailAddress: `harriet.${number}@example.com`,
    phone: '5550108814',
    birthDate: day('1979-05-23'),
    ssn: `90050${number}`,
    birthPlace: 'Bangor',
    driversLicense: '4481907',
    mothersMaiden: 'Pelletier',
    address1: '',
    city: 'Portland',
    state: 'ME',
    zip: '04101',
    branch: '101',
    ...details,
  };
  const { database, cipher } = test.services;
  await addCustomer(database, customerId, sealCustomer(person, cipher));
  await addLoan(database, { number: `101-50${number}-1`, customerId });
  await addDeposit(database, { number: `104-50${number}-2`, customerId, typeCode: 3, balance: 90_000 });
  const types: Record<string, unknown> = {
    Agreements: agreeToAll(),
    UserName: `harriet.${number}`,
    AccountNumber: `101-50${number}-1`,
    AccountType: 'Loan',
    FirstName: 'Harriet',
    MiddleName: 'Q',
    LastName: 'Lowell',
    EmailAddress: person.emailAddress,
    SSN: person.ssn,
    DateOfBirth: '05/23/1979',
    ZipCode: '04101',
    PhoneNumber: '(555) 010-8814',
    Password: 'three tall ships 7',
    PasswordConfirm: 'three tall ships 7',
  };
  return {
    customerId,
    emailAddress: person.emailAddress,
    userName: `harriet.${number}`,
    register: (changes: Record<string, unknown> = {}, cookie = '', remoteAddress = '127.0.0.1') =>
      test.app.inject({
        remoteAddress,
        method: 'POST',
        url: '/api/Register/RegisterUser',
        headers: { cookie },
        payload: { ...types, ...changes },
      }),
    /** Signs in for the first time with the code sent to the address on file. */
    logInFirst: async () => {
      const browser = new SigningInBrowser(test);
      await browser.logIn(`harriet.${number}`, 'three tall ships 7');
      const answer = await browser.enterCode(await newestCode(test));
      if (answer.statusCode !== 200) throw new Error(`The first sign-in answered ${answer.body}`);
    },
    findUser: () => findUserByCustomer(test.services.database, customerId),
  };
}

/** Accepts all terms the demonstration shows at registration. */
function agreeToAll(): { AgreedTo: boolean; AgreementType: number }[] {
  return test.services.institution.agreements
    .filter(({ whenToAgree }) => whenToAgree.includes('registration'))
    .map(({ hostNumber }) => ({ AgreedTo: true, AgreementType: hostNumber }));
}

function codesOf(response: LightMyRequestResponse): string[] {
  return response.json<{ Errors: { ErrorMessage: string }[] }>().Errors.map(({ ErrorMessage }) => ErrorMessage);
}

const noErrors = { HasNoErrors: true, Errors: [] };
/** Registered without a verified address: the first sign-in asks for a code. */
const registered = { ...noErrors, FirstLoginCode: 'email' };
const registeredWithProof = { ...noErrors, FirstLoginCode: 'none' };

async function mailTo(recipient: string): Promise<string[]> {
  const messages = await listNewestMessages(test.services, 50);
  return messages.filter((message) => message.recipient === recipient).map(({ subject }) => subject);
}

function call(url: string, payload: object): Promise<LightMyRequestResponse> {
  return test.app.inject({ method: 'POST', url, payload });
}

describe('a customer who registers', () => {
  it('gets a login with a hashed password and recorded terms, and the address on file is notified', async () => {
    const harriet = await newcomer();
    expect((await harriet.register()).json()).toEqual(registered);

    const user = await harriet.findUser();
    expect(user).toMatchObject({ loginName: harriet.userName, emailIsVerified: false, restricted: false });
    expect(await verifyPassword('three tall ships 7', user?.passwordHash ?? '')).toBe(true);
    expect(await mailTo(harriet.emailAddress)).toEqual(['A login was created for your accounts']);
    const records = await listAgreementRecords(test.services.database, user?.userId ?? 0);
    expect(records.map(({ agreementType }) => agreementType)).toEqual(
      agreeToAll().map(({ AgreementType }) => AgreementType),
    );
  });

  it('gets the username without the spaces a phone keyboard adds', async () => {
    const harriet = await newcomer();
    expect((await harriet.register({ UserName: ` ${harriet.userName} ` })).json()).toEqual(registered);
    expect(await harriet.findUser()).toMatchObject({ loginName: harriet.userName });
  });

  it('gets a secret question with a hashed answer', async () => {
    offer({ 'loginOptions.recoverWithoutQuestionOption': false });
    const harriet = await newcomer();
    const question = usualOptions['loginOptions.securityQuestions'][0];
    expect((await harriet.register({ SecretQuestion: question, SecretAnswer: ' Biscuit ' })).json()).toEqual(
      registered,
    );
    const user = await harriet.findUser();
    expect(user?.passwordQuestion).toBe(question);
    expect(await verifyPassword('biscuit', user?.passwordAnswerHash ?? '')).toBe(true);
  });

  it('may have only a deposit account', async () => {
    const harriet = await newcomer();
    const AccountNumber = `104-50${harriet.userName.slice(-4)}-2`;
    expect(codesOf(await harriet.register({ AccountNumber }))).toEqual(['InfoProblem']);
    expect((await harriet.register({ AccountNumber, AccountType: 'Deposit' })).json()).toEqual(registered);
  });

  it('may enter the last digits of the Social Security number where the institution asks for no more', async () => {
    offer({ 'registerOptions.ssnDigits': 4 });
    const harriet = await newcomer();
    expect(codesOf(await harriet.register({ SSN: '9999' }))).toEqual(['InfoProblem']);
    expect((await harriet.register({ SSN: harriet.userName.slice(-4) })).json()).toEqual(registered);
  });

  it('must enter the whole Social Security number without an account number, whatever is configured', async () => {
    offer({ 'registerOptions.doNotRequireAccountNumberOption': true, 'registerOptions.ssnDigits': 4 });
    const harriet = await newcomer();
    const withoutNumber = { AccountNumber: '' };
    expect(codesOf(await harriet.register({ ...withoutNumber, SSN: harriet.userName.slice(-4) }))).toEqual(['SSN']);
    expect((await harriet.register(withoutNumber)).json()).toEqual(registered);
  });

  it('is registered but told that the institution denies access', async () => {
    const harriet = await newcomer({ restricted: true });
    expect(codesOf(await harriet.register())).toEqual(['Restricted']);
    expect(await harriet.findUser()).toMatchObject({ restricted: true });
    expect(await mailTo(harriet.emailAddress)).toEqual([]);
  });
});

describe('the first sign-in after a registration without a verified address', () => {
  const password = 'three tall ships 7';
  const emailOf = async (customerId: string) => (await test.services.host.findCustomer(customerId))?.emailAddress;

  it('asks for a code sent to the address on file, which opens the login and verifies the address', async () => {
    const harriet = await newcomer();
    await harriet.register();
    const browser = new SigningInBrowser(test);
    expect((await browser.logIn(harriet.userName, password)).json()).toMatchObject({
      SecondFactor: 'email',
      IsLoggedIn: false,
      UserToken: '',
    });
    const code = await newestCode(test);
    expect(codeOf(await browser.enterCode(wrongCode(code)))).toBe('Invalid');
    expect((await browser.enterCode(code)).statusCode).toBe(200);
    expect(await mailTo(harriet.emailAddress)).toEqual([
      'Welcome! Your login is ready',
      'Your security code',
      'A login was created for your accounts',
    ]);
    expect(await harriet.findUser()).toMatchObject({ emailIsVerified: true });
    const next = await new SigningInBrowser(test).logIn(harriet.userName, password);
    expect(next.json()).toMatchObject({ SecondFactor: 'none' });
  });

  it('is needed before the address on file changes', async () => {
    const harriet = await newcomer();
    await harriet.register({ EmailAddress: 'thief@example.com' });
    const thief = new SigningInBrowser(test);
    await thief.logIn(harriet.userName, password);
    await thief.resendCode();
    expect(await mailTo('thief@example.com')).toEqual([]);
    expect(await emailOf(harriet.customerId)).toBe(harriet.emailAddress);
    expect(await mailTo(harriet.emailAddress)).toEqual([
      'Your security code',
      'Your security code',
      'A login was created for your accounts',
    ]);
  });

  it('saves the new address, tells the old one, and has the new one verified once with a link', async () => {
    const harriet = await newcomer();
    const address = `new.${harriet.emailAddress}`;
    await harriet.register({ EmailAddress: address });
    const browser = new SigningInBrowser(test);
    await browser.logIn(harriet.userName, password);
    expect((await browser.enterCode(await newestCode(test))).statusCode).toBe(200);
    expect(await emailOf(harriet.customerId)).toBe(address);
    expect(await mailTo(harriet.emailAddress)).toContain('Your email address was changed');
    expect(await mailTo(address)).toEqual(['Please verify your email address', 'Welcome! Your login is ready']);
    expect(await harriet.findUser()).toMatchObject({ emailIsVerified: false });

    const messages = await listNewestMessages(test.services, 5);
    const mail = messages.find(({ subject }) => subject === 'Please verify your email address');
    const token = /verifyEmail\/([\w-]+)/.exec(mail?.body ?? '')?.[1];
    const verify = () => call('/api/Login/ValidateEmail', { EncryptedUserData: token });
    expect((await verify()).json()).toEqual(noErrors);
    expect(await harriet.findUser()).toMatchObject({ emailIsVerified: true });
    expect((await verify()).json()).toMatchObject({ HasNoErrors: false });
  });

  it('sends the code by text if only a phone is on file', async () => {
    const harriet = await newcomer({ emailAddress: '' });
    const answer = await harriet.register({ EmailAddress: 'new.harriet@example.com' });
    expect(answer.json()).toEqual({ ...noErrors, FirstLoginCode: 'text' });
    const browser = new SigningInBrowser(test);
    expect((await browser.logIn(harriet.userName, password)).json()).toMatchObject({
      SecondFactor: 'text',
      CodeSentTo: expect.stringMatching(/^••• \d\d$/),
    });
    const [text] = await listNewestMessages(test.services, 1);
    expect(text).toMatchObject({ recipient: '5550108814', subject: '' });
    expect((await browser.enterCode(await newestCode(test))).statusCode).toBe(200);
    expect(await emailOf(harriet.customerId)).toBe('new.harriet@example.com');
    expect(await harriet.findUser()).toMatchObject({ emailIsVerified: false });
  });

  it('is impossible without contact data on file, so the registration is refused', async () => {
    offer({ 'globalOptions.useTextMessagesOption': false });
    const harriet = await newcomer({ emailAddress: '' });
    expect(codesOf(await harriet.register({ EmailAddress: 'new.harriet@example.com' }))).toEqual(['Failed']);
    expect(await harriet.findUser()).toBeUndefined();
  });

  it('can be replaced by another registration, so knowing the facts is not enough to lock a customer out', async () => {
    const harriet = await newcomer();
    await harriet.register({ EmailAddress: 'thief@example.com', UserName: 'harriet.stolen' });
    const thief = new SigningInBrowser(test);
    await thief.logIn('harriet.stolen', password);
    const stolenCode = await newestCode(test);
    const own = { Password: 'four tall ships 8', PasswordConfirm: 'four tall ships 8' };
    expect((await harriet.register(own)).json()).toEqual(registered);
    expect((await thief.enterCode(stolenCode)).statusCode).toBe(401);
    expect(codeOf(await new SigningInBrowser(test).logIn('harriet.stolen', password))).toBe('Invalid');
    const browser = new SigningInBrowser(test);
    await browser.logIn(harriet.userName, own.Password);
    expect((await browser.enterCode(await newestCode(test))).statusCode).toBe(200);
    expect(await emailOf(harriet.customerId)).toBe(harriet.emailAddress);
  });

  it('is not needed after a mailed password link, which discards the typed address', async () => {
    const harriet = await newcomer();
    await harriet.register({ EmailAddress: 'thief@example.com' });
    const user = await harriet.findUser();
    const { database, clock } = test.services;
    const token = await inTransaction(database, (transaction) =>
      createLink(
        transaction,
        'resetPassword',
        { userId: user?.userId ?? 0, customerId: harriet.customerId },
        clock.now(),
      ),
    );
    const reset = await call('/api/Login/ResetPassword', { Enc: token, Password: 'four tall ships 8' });
    expect(reset.json()).toMatchObject({ HasNoErrors: true, LoginResponse: { SecondFactor: 'none' } });
    expect(await emailOf(harriet.customerId)).toBe(harriet.emailAddress);
    const next = await new SigningInBrowser(test).logIn(harriet.userName, 'four tall ships 8');
    expect(next.json()).toMatchObject({ SecondFactor: 'none' });
  });
});

describe('an invalid registration', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ['no social security number', { SSN: '' }, ['SSNNull']],
    ['too short a one', { SSN: '90031881' }, ['SSN']],
    ['no date of birth', { DateOfBirth: '' }, ['DateOfBirth']],
    ['an invalid date of birth', { DateOfBirth: '02/30/1979' }, ['DateOfBirth']],
    ['a date of birth tomorrow', { DateOfBirth: '11/22/2026' }, ['DateOfBirth']],
    ['an account number of another length', { AccountNumber: '101-00881-6' }, ['AccountNumberError']],
    ['no last name', { LastName: ' ' }, ['Invalid']],
    ['no e-mail address', { EmailAddress: 'harriet' }, ['Invalid']],
    ['a short login name', { UserName: 'harriet' }, ['LogonTooShort']],
    ['a login name with other characters', { UserName: 'harriet lowell' }, ['Invalid']],
    ['a short password', samePassword('ships 7'), ['PasswordTooShort']],
    ['a password typed otherwise the second time', { PasswordConfirm: 'three tall ships 8' }, ['Invalid']],
    ['a password that everybody has', samePassword('password1'), ['PasswordEasyToGuess']],
    ['the number as password', { SSN: '900318814', ...samePassword('900-31-8814') }, ['PasswordSameAsSSN']],
    [
      'the address as password',
      { EmailAddress: 'h.lowell@example.com', ...samePassword('h.lowell@example.com') },
      ['PasswordMatchesEmail'],
    ],
    ['unknown terms', { Agreements: [{ AgreedTo: true, AgreementType: 99 }] }, ['AgreementRecordingError']],
  ])('is refused for %s', async (_what, changes, codes) => {
    const harriet = await newcomer();
    // With a second factor, passwords may be short enough to equal the number.
    const answer = await test.withOptions({ 'loginOptions.useMultiFactorOption': true }, () =>
      harriet.register(changes),
    );
    expect(codesOf(answer)).toEqual(codes);
    expect(await harriet.findUser()).toBeUndefined();
  });

  it('is refused without accepted terms', async () => {
    const terms = { url: 'https://harbor.example/terms', richText: '', name: 'Terms', hostNumber: 11_340 };
    const asked = [{ ...terms, effectiveOn: day('2026-01-01'), whenToAgree: ['registration' as const] }];
    await test.withInstitution(
      () => ({ agreements: asked }),
      async () => {
        const harriet = await newcomer();
        for (const Agreements of [[], [{ AgreedTo: false, AgreementType: 11_340 }]]) {
          expect(codesOf(await harriet.register({ Agreements }))).toEqual(['MustAgreeToAllError']);
        }
      },
    );
  });

  it.each<[Partial<Options>, Record<string, unknown>, string]>([
    [{ 'loginOptions.ruleCapitalLetter': true }, {}, 'PasswordMissingCapitalLetter'],
    [{ 'loginOptions.ruleLowercaseLetter': true }, { Password: 'SHIPS 7 77' }, 'PasswordMissingLowercaseLetter'],
    [{ 'loginOptions.ruleLetter': true }, { Password: '4021 7718 39' }, 'PasswordMissingLetter'],
    [{ 'loginOptions.ruleNumber': true }, { Password: 'three tall ships' }, 'PasswordMissingNumber'],
    [{ 'loginOptions.ruleSpecialCharacter': true }, { Password: 'threetallships7' }, 'PasswordMissingSpecialCharacter'],
    [
      { 'loginOptions.ruleNoThreeIdentical': true },
      { Password: 'thr777 tall ships' },
      'PasswordContainsThreeOrMoreConsecutiveIdenticalCharacters',
    ],
    [{}, { UserName: 'harriet.lowell', Password: 'riet.lowell' }, 'PasswordEqualsPortionOfLogon'],
    [
      { 'loginOptions.usePasswordRuleListOption': false },
      { Password: 'three tall ships' },
      'PasswordNeedsLetterNumber',
    ],
    [{}, { UserName: 'harriet.lowell', Password: 'harriet.lowell' }, 'PasswordSameAsLogin'],
    [{ 'loginOptions.loginNameRuleCapitalLetter': true }, {}, 'LogonMissingCapitalLetter'],
    [{ 'loginOptions.loginNameRuleLowercaseLetter': true }, { UserName: 'HARRIET.L' }, 'LogonMissingLowercaseLetter'],
    [{ 'loginOptions.loginNameRuleLetter': true }, { UserName: '10088146' }, 'LogonMissingLetter'],
    [{ 'loginOptions.loginNameRuleNumber': true }, { UserName: 'harriet.l' }, 'LogonMissingNumber'],
    [{ 'loginOptions.loginNameRuleSpecialCharacter': true }, { UserName: 'harrietl' }, 'LogonMissingSpecialCharacter'],
    [
      { 'loginOptions.loginNameRuleNotEmail': true },
      { UserName: 'h.lowell@example.com', EmailAddress: 'h.lowell@example.com' },
      'LogonMatchesEmail',
    ],
    [{ 'loginOptions.useCustomerCredentialsOption': false }, { UserName: 'harriet.lowel' }, 'LogonNameLength'],
  ])("is refused by the institution's rules: %j %j", async (options, changes, code) => {
    offer(options);
    const harriet = await newcomer();
    const { Password } = changes;
    const answer = await harriet.register({ ...changes, ...(Password === undefined ? {} : samePassword(Password)) });
    expect(codesOf(answer)).toContain(code);
  });
});

function samePassword(password: unknown): Record<string, unknown> {
  return { Password: password, PasswordConfirm: password };
}

describe('does not reveal which fact was wrong or whether the customer exists', () => {
  it.each<[string, Record<string, unknown>]>([
    ['another social security number', { SSN: '900318815' }],
    ['another account number', { AccountNumber: '101-008814-7' }],
    ['another kind of account', { AccountType: 'Deposit' }],
    ['another first name', { FirstName: 'Henrietta' }],
    ['another last name', { LastName: 'Lovell' }],
    ['another date of birth', { DateOfBirth: '05/24/1979' }],
    ['another zip code', { ZipCode: '04102' }],
    ['another telephone number', { PhoneNumber: '(555) 010-8815' }],
    ['a customer who does not exist, with a name that is taken', { SSN: '900318815', UserName: 'margaret.okafor' }],
  ])('with %s', async (_what, changes) => {
    const harriet = await newcomer();
    const response = await harriet.register(changes);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'InfoProblem' }] });
  });

  it('with a wrong place of birth, license or maiden name where asked', async () => {
    offer({
      'registerOptions.hidePlaceOfBirth': false,
      'registerOptions.hideDriversLicense': false,
      'registerOptions.hideMothersMaiden': false,
    });
    const harriet = await newcomer();
    const right = { PlaceOfBirth: 'Bangor', DriversLicense: '448-1907', MothersMaiden: 'pelletier' };
    for (const name of Object.keys(right)) {
      expect(codesOf(await harriet.register({ ...right, [name]: 'Nowhere' }))).toEqual(['InfoProblem']);
    }
    expect((await harriet.register(right)).json()).toEqual(registered);
  });

  it('for a customer with a login, who is told about the attempt', async () => {
    const harriet = await newcomer();
    await harriet.register();
    await harriet.logInFirst();
    const again = await harriet.register({ UserName: 'harriet.again' });
    const unknown = await harriet.register({ UserName: 'harriet.again', SSN: '900318815' });
    expect(again.json()).toEqual(unknown.json());
    expect(await mailTo(harriet.emailAddress)).toContain('Someone tried to create a login with your information');
  });
});

describe('a registration repeated because its answer was lost', () => {
  it('gets the same answer and changes nothing', async () => {
    const harriet = await newcomer();
    await harriet.register();
    const first = await harriet.findUser();
    const messages = await mailTo(harriet.emailAddress);
    expect((await harriet.register()).json()).toEqual(registered);
    expect(await harriet.findUser()).toEqual(first);
    expect(await mailTo(harriet.emailAddress)).toEqual(messages);
  });

  it('says again that the customer is denied access', async () => {
    const harriet = await newcomer({ restricted: true });
    expect(codesOf(await harriet.register())).toEqual(['Restricted']);
    expect(codesOf(await harriet.register())).toEqual(['Restricted']);
  });

  it('counts as a new one with another password, or after ten minutes', async () => {
    const harriet = await newcomer();
    await harriet.register();
    await harriet.logInFirst();
    const other = { Password: 'four tall ships 8', PasswordConfirm: 'four tall ships 8' };
    expect(codesOf(await harriet.register(other))).toEqual(['InfoProblem']);
    test.clock.moveOn({ minutes: 10, seconds: 1 });
    expect(codesOf(await harriet.register())).toEqual(['InfoProblem']);
    test.clock.moveOn({ minutes: -10, seconds: -1 });
  });
});

it('a taken username is revealed only if every fact is true', async () => {
  const harriet = await newcomer();
  expect(codesOf(await harriet.register({ UserName: 'Margaret.Okafor' }))).toEqual(['LoginNameExists']);
  expect(codesOf(await harriet.register({ UserName: 'Margaret.Okafor', ZipCode: '04102' }))).toEqual(['InfoProblem']);
});

describe('many attempts', () => {
  it('with one identity are refused for a day, without a reason', async () => {
    const harriet = await newcomer();
    const answers: string[] = [];
    for (let tried = 0; tried < 11; tried += 1) answers.push(...codesOf(await harriet.register({ ZipCode: '04102' })));
    expect(answers).toEqual([...Array<string>(10).fill('InfoProblem'), 'Failed']);
    expect(codesOf(await harriet.register())).toEqual(['Failed']);
    test.clock.moveOn({ hours: 24, seconds: 1 });
    expect((await harriet.register()).json()).toEqual(registered);
    test.clock.moveOn({ hours: -24, seconds: -1 });
  });

  it("on one account from many addresses don't find its Social Security number", async () => {
    const harriet = await newcomer();
    const answers: string[] = [];
    for (let batch = 0; batch < 4; batch += 1) {
      const guesses = Array.from({ length: 25 }, (_, guess) => {
        const SSN = `7${String(batch * 25 + guess).padStart(8, '0')}`;
        return harriet.register({ SSN }, '', `203.0.113.${batch * 25 + guess}`);
      });
      answers.push(...(await Promise.all(guesses)).flatMap(codesOf));
    }
    expect(answers).toEqual(Array<string>(100).fill('InfoProblem'));
    // Even the right one is no longer checked that day.
    expect(codesOf(await harriet.register({}, '', '203.0.113.200'))).toEqual(['Failed']);
    expect((await (await newcomer()).register({}, '', '203.0.113.200')).json()).toEqual(registered);
  });

  it('in parallel for one customer leave one login, the last', async () => {
    const harriet = await newcomer();
    const names = ['harriet.one', 'harriet.two', 'harriet.three', 'harriet.four'];
    const answers = await Promise.all(names.map((UserName) => harriet.register({ UserName })));
    expect(answers.map((answer) => codesOf(answer).join())).toEqual(['', '', '', '']);
    const { database } = test.services;
    const users = await database
      .selectFrom('users')
      .select('login_name')
      .where('customer_id', '=', harriet.customerId)
      .execute();
    expect(users).toHaveLength(1);
    expect(names).toContain(users[0]?.login_name);
  });

  it('in parallel for one username give it to one customer', async () => {
    const people = [await newcomer(), await newcomer(), await newcomer()];
    const answers = await Promise.all(people.map(({ register }) => register({ UserName: 'harriet.wanted' })));
    expect(answers.map((answer) => codesOf(answer).join()).toSorted()).toEqual([
      '',
      'LoginNameExists',
      'LoginNameExists',
    ]);
  });
});

it('during maintenance are refused', async () => {
  const harriet = await newcomer();
  await setMaintenance(test.services.database, true);
  const response = await harriet.register();
  await setMaintenance(test.services.database, false);
  expect(response.statusCode).toBe(403);
  expect(codesOf(response)).toEqual(['maintenanceModeEnabled']);
});

describe('where the address is verified with a code', () => {
  const askForCode = () => offer({ 'registerOptions.useMultiFactorOption': true });
  const browser = 'browser-of-harriet-1';

  async function requestCode(EmailAddress: string, FirstName = 'Harriet') {
    const response = await call('/api/Register/GenerateMFACode', { Id: browser, FirstName, EmailAddress });
    const [message] = await listNewestMessages(test.services, 1);
    const code = /\b\d{6}\b/.exec(message?.body ?? '')?.[0] ?? '';
    return { token: response.json<{ MFAToken: string }>().MFAToken, code, message, response };
  }

  const validate = (MFAToken: string, Code: string, UserId = browser) =>
    call('/api/Register/ValidateCode', { Code, MFAToken, UserId });

  const cookieOf = (response: LightMyRequestResponse) =>
    response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

  it('the right code lets this browser register with a verified address', async () => {
    askForCode();
    const harriet = await newcomer();
    const { token, code, message } = await requestCode(harriet.emailAddress);
    expect(message).toMatchObject({ recipient: harriet.emailAddress, subject: 'Your security code' });
    expect(message?.body).toContain('Hello Harriet,');
    const validated = await validate(token, code);
    expect(validated.json()).toEqual({ HasNoErrors: true, Errors: [] });
    expect(validated.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict' });

    expect((await harriet.register({}, cookieOf(validated))).json()).toEqual(registeredWithProof);
    expect(await harriet.findUser()).toMatchObject({ emailIsVerified: true });
    const login = await new SigningInBrowser(test).logIn(harriet.userName, 'three tall ships 7');
    expect(login.json()).toMatchObject({ SecondFactor: 'none' });
    expect(await mailTo(harriet.emailAddress)).toEqual(['Welcome! Your login is ready', 'Your security code']);
  });

  it('the code of a new address proves no identity but saves the link later', async () => {
    askForCode();
    const harriet = await newcomer();
    const address = `new.${harriet.emailAddress}`;
    const { token, code } = await requestCode(address);
    const cookie = cookieOf(await validate(token, code));
    expect((await harriet.register({ EmailAddress: address }, cookie)).json()).toEqual(registered);
    expect((await test.services.host.findCustomer(harriet.customerId))?.emailAddress).toBe(harriet.emailAddress);
    await harriet.logInFirst();
    expect((await test.services.host.findCustomer(harriet.customerId))?.emailAddress).toBe(address);
    expect(await harriet.findUser()).toMatchObject({ emailIsVerified: true });
    expect(await mailTo(address)).toEqual(['Welcome! Your login is ready', 'Your security code']);
  });

  it('registration is refused without it, with another address, after an hour, or with a made-up cookie', async () => {
    askForCode();
    const harriet = await newcomer();
    const { token, code } = await requestCode(harriet.emailAddress);
    const cookie = cookieOf(await validate(token, code));
    expect(codesOf(await harriet.register())).toEqual(['Invalid']);
    expect(codesOf(await harriet.register({ EmailAddress: 'other@example.com' }, cookie))).toEqual(['Invalid']);
    expect(codesOf(await harriet.register({}, 'passbook-verified-email=bWFkZSB1cA'))).toEqual(['Invalid']);
    expect(codesOf(await harriet.register({}, `passbook-verified-email=${token}`))).toEqual(['Invalid']);
    test.clock.moveOn({ minutes: 60, seconds: 1 });
    expect(codesOf(await harriet.register({}, cookie))).toEqual(['Invalid']);
    test.clock.moveOn({ minutes: -60, seconds: -1 });
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
    test.clock.moveOn({ minutes: 10 });
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

  it("messages are few and never contain the sender's words", async () => {
    askForCode();
    const { message } = await requestCode('victim@example.com', 'Visit https://evil.example');
    expect(message?.body).toContain('Hello,');
    expect(message?.body).not.toContain('evil');
    for (let sent = 0; sent < 3; sent += 1) await requestCode('victim@example.com');
    const tooMany = await call('/api/Register/GenerateMFACode', {
      Id: browser,
      FirstName: '',
      EmailAddress: 'victim@example.com',
    });
    expect(codesOf(tooMany)).toEqual(['MaxAttemptsReached']);
    expect(await mailTo('victim@example.com')).toHaveLength(4);
  });

  it('an invalid address gets no code', async () => {
    askForCode();
    const { response } = await requestCode('victim@example.com\nbcc: other@example.com');
    expect(codesOf(response)).toEqual(['Invalid']);
  });
});
