import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { day } from '#common/core/dates.ts';
import type { Options } from '#common/contract/all-options.ts';
import { REFERENCE_HEADER } from '#common/contract/reference-header.ts';
import { listAgreementRecords } from '#server/institution/agreements/agreements.queries.ts';
import { setMaintenance } from '#server/institution/operating-state.queries.ts';
import { verifyPassword } from '#server/platform/crypto/passwords.ts';
import {
  codesOf,
  createRegistrationScene,
  registered,
  type RegistrationScene,
} from '#tests/builders/registration-scene.ts';

let scene: RegistrationScene;

beforeAll(async () => {
  scene = await createRegistrationScene();
});
afterEach(() => scene.reset());
afterAll(() => scene.test.close());

describe('a customer who registers', () => {
  it('gets a login with a hashed password and recorded terms, and the address on file is notified', async () => {
    const harriet = await scene.newcomer();
    expect((await harriet.register()).json()).toEqual(registered);

    const user = await harriet.findUser();
    expect(user).toMatchObject({ loginName: harriet.userName, emailIsVerified: false, restricted: false });
    expect(await verifyPassword('three tall ships 7', user?.passwordHash ?? '')).toBe(true);
    expect(await scene.mailTo(harriet.emailAddress)).toEqual(['A login was created for your accounts']);
    const records = await listAgreementRecords(scene.test.services.database, user?.userId ?? 0);
    expect(records.map(({ agreementType }) => agreementType)).toEqual(
      scene.agreeToAll().map(({ AgreementType }) => AgreementType),
    );
  });

  it('gets the username without the spaces a phone keyboard adds', async () => {
    const harriet = await scene.newcomer();
    expect((await harriet.register({ UserName: ` ${harriet.userName} ` })).json()).toEqual(registered);
    expect(await harriet.findUser()).toMatchObject({ loginName: harriet.userName });
  });

  it('gets a secret question with a hashed answer', async () => {
    scene.offer({ 'loginOptions.recoverWithoutQuestionOption': false });
    const harriet = await scene.newcomer();
    const question = scene.usualOptions['loginOptions.securityQuestions'][0];
    expect((await harriet.register({ SecretQuestion: question, SecretAnswer: ' Biscuit ' })).json()).toEqual(
      registered,
    );
    const user = await harriet.findUser();
    expect(user?.passwordQuestion).toBe(question);
    expect(await verifyPassword('biscuit', user?.passwordAnswerHash ?? '')).toBe(true);
  });

  it('may have only a deposit account', async () => {
    const harriet = await scene.newcomer();
    const AccountNumber = `104-50${harriet.userName.slice(-4)}-2`;
    expect(codesOf(await harriet.register({ AccountNumber }))).toEqual(['InfoProblem']);
    expect((await harriet.register({ AccountNumber, AccountType: 'Deposit' })).json()).toEqual(registered);
  });

  it('gets a reference when a fact is wrong, under which the log has no fact', async () => {
    const harriet = await scene.newcomer();
    const written = vi.spyOn(scene.test.services.log, 'info');
    try {
      const refused = await harriet.register({ SSN: '900999999' });
      const reference = refused.headers[REFERENCE_HEADER];
      expect(reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
      expect(written.mock.calls).toEqual([[{ reference, code: 'InfoProblem' }, 'a registration was refused']]);
      written.mockClear();
      const done = await harriet.register();
      expect(done.headers[REFERENCE_HEADER]).toBeUndefined();
      expect(written).not.toHaveBeenCalledWith(expect.anything(), 'a registration was refused');
    } finally {
      written.mockRestore();
    }
  });

  it('may enter the last digits of the Social Security number where the institution asks for no more', async () => {
    scene.offer({ 'registerOptions.ssnDigits': 4 });
    const harriet = await scene.newcomer();
    expect(codesOf(await harriet.register({ SSN: '9999' }))).toEqual(['InfoProblem']);
    expect((await harriet.register({ SSN: harriet.userName.slice(-4) })).json()).toEqual(registered);
  });

  it('must enter the whole Social Security number without an account number, whatever is configured', async () => {
    scene.offer({ 'registerOptions.doNotRequireAccountNumberOption': true, 'registerOptions.ssnDigits': 4 });
    const harriet = await scene.newcomer();
    const withoutNumber = { AccountNumber: '' };
    expect(codesOf(await harriet.register({ ...withoutNumber, SSN: harriet.userName.slice(-4) }))).toEqual(['SSN']);
    expect((await harriet.register(withoutNumber)).json()).toEqual(registered);
  });

  it('is registered but told that the institution denies access', async () => {
    const harriet = await scene.newcomer({ restricted: true });
    expect(codesOf(await harriet.register())).toEqual(['Restricted']);
    expect(await harriet.findUser()).toMatchObject({ restricted: true });
    expect(await scene.mailTo(harriet.emailAddress)).toEqual([]);
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
    ['no email address', { EmailAddress: 'harriet' }, ['Invalid']],
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
    const harriet = await scene.newcomer();
    // With a second factor, passwords may be short enough to equal the number.
    const answer = await scene.test.withOptions({ 'loginOptions.useMultiFactorOption': true }, () =>
      harriet.register(changes),
    );
    expect(codesOf(answer)).toEqual(codes);
    expect(await harriet.findUser()).toBeUndefined();
  });

  it('is refused without accepted terms', async () => {
    const terms = { url: 'https://harbor.example/terms', richText: '', name: 'Terms', hostNumber: 11_340 };
    const asked = [{ ...terms, effectiveOn: day('2026-01-01'), whenToAgree: ['registration' as const] }];
    await scene.test.withInstitution(
      () => ({ agreements: asked }),
      async () => {
        const harriet = await scene.newcomer();
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
    scene.offer(options);
    const harriet = await scene.newcomer();
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
    const harriet = await scene.newcomer();
    const response = await harriet.register(changes);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'InfoProblem' }] });
  });

  it('with a wrong place of birth, license or maiden name where asked', async () => {
    scene.offer({
      'registerOptions.hidePlaceOfBirth': false,
      'registerOptions.hideDriversLicense': false,
      'registerOptions.hideMothersMaiden': false,
    });
    const harriet = await scene.newcomer();
    const right = { PlaceOfBirth: 'Bangor', DriversLicense: '448-1907', MothersMaiden: 'pelletier' };
    for (const name of Object.keys(right)) {
      expect(codesOf(await harriet.register({ ...right, [name]: 'Nowhere' }))).toEqual(['InfoProblem']);
    }
    expect((await harriet.register(right)).json()).toEqual(registered);
  });

  it('for a customer with a login, who is told about the attempt', async () => {
    const harriet = await scene.newcomer();
    await harriet.register();
    await harriet.logInFirst();
    const again = await harriet.register({ UserName: 'harriet.again' });
    const unknown = await harriet.register({ UserName: 'harriet.again', SSN: '900318815' });
    expect(again.json()).toEqual(unknown.json());
    expect(await scene.mailTo(harriet.emailAddress)).toContain('Someone tried to create a login with your information');
  });
});

describe('a registration repeated because its answer was lost', () => {
  it('gets the same answer and changes nothing', async () => {
    const harriet = await scene.newcomer();
    await harriet.register();
    const first = await harriet.findUser();
    const messages = await scene.mailTo(harriet.emailAddress);
    expect((await harriet.register()).json()).toEqual(registered);
    expect(await harriet.findUser()).toEqual(first);
    expect(await scene.mailTo(harriet.emailAddress)).toEqual(messages);
  });

  it('says again that the customer is denied access', async () => {
    const harriet = await scene.newcomer({ restricted: true });
    expect(codesOf(await harriet.register())).toEqual(['Restricted']);
    expect(codesOf(await harriet.register())).toEqual(['Restricted']);
  });

  it('counts as a new one with another password, or after ten minutes', async () => {
    const harriet = await scene.newcomer();
    await harriet.register();
    await harriet.logInFirst();
    const other = { Password: 'four tall ships 8', PasswordConfirm: 'four tall ships 8' };
    expect(codesOf(await harriet.register(other))).toEqual(['InfoProblem']);
    scene.test.clock.moveOn({ minutes: 10, seconds: 1 });
    expect(codesOf(await harriet.register())).toEqual(['InfoProblem']);
    scene.test.clock.moveOn({ minutes: -10, seconds: -1 });
  });
});

it('a taken username is revealed only if every fact is true', async () => {
  const harriet = await scene.newcomer();
  expect(codesOf(await harriet.register({ UserName: 'Margaret.Okafor' }))).toEqual(['LoginNameExists']);
  expect(codesOf(await harriet.register({ UserName: 'Margaret.Okafor', ZipCode: '04102' }))).toEqual(['InfoProblem']);
});

describe('many attempts', () => {
  it('with one identity are refused for a day, without a reason', async () => {
    const harriet = await scene.newcomer();
    const answers: string[] = [];
    for (let tried = 0; tried < 11; tried += 1) answers.push(...codesOf(await harriet.register({ ZipCode: '04102' })));
    expect(answers).toEqual([...Array<string>(10).fill('InfoProblem'), 'Failed']);
    expect(codesOf(await harriet.register())).toEqual(['Failed']);
    scene.test.clock.moveOn({ hours: 24, seconds: 1 });
    expect((await harriet.register()).json()).toEqual(registered);
    scene.test.clock.moveOn({ hours: -24, seconds: -1 });
  });

  it("on one account from many addresses don't find its Social Security number", async () => {
    const harriet = await scene.newcomer();
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
    expect((await (await scene.newcomer()).register({}, '', '203.0.113.200')).json()).toEqual(registered);
  });

  it('in parallel for one customer leave one login, the last', async () => {
    const harriet = await scene.newcomer();
    const names = ['harriet.one', 'harriet.two', 'harriet.three', 'harriet.four'];
    const answers = await Promise.all(names.map((UserName) => harriet.register({ UserName })));
    expect(answers.map((answer) => codesOf(answer).join())).toEqual(['', '', '', '']);
    const { database } = scene.test.services;
    const users = await database
      .selectFrom('users')
      .select('login_name')
      .where('customer_id', '=', harriet.customerId)
      .execute();
    expect(users).toHaveLength(1);
    expect(names).toContain(users[0]?.login_name);
  });

  it('in parallel for one username give it to one customer', async () => {
    const people = [await scene.newcomer(), await scene.newcomer(), await scene.newcomer()];
    const answers = await Promise.all(people.map(({ register }) => register({ UserName: 'harriet.wanted' })));
    expect(answers.map((answer) => codesOf(answer).join()).toSorted()).toEqual([
      '',
      'LoginNameExists',
      'LoginNameExists',
    ]);
  });
});

it('during maintenance are refused', async () => {
  const harriet = await scene.newcomer();
  await setMaintenance(scene.test.services.database, true);
  const response = await harriet.register();
  await setMaintenance(scene.test.services.database, false);
  expect(response.statusCode).toBe(403);
  expect(codesOf(response)).toEqual(['maintenanceModeEnabled']);
});
