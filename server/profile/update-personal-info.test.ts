import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonalInfoItem } from '#common/profile/profile.api.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { createTestApp, type SignedInCaller, type TestApp, type TestAppOptions } from '#tests/builders/test-app.ts';
import { agreeToTexting } from '#tests/builders/texting-consent.ts';

const OldPassword = 'Harbor-2026!';
let test: TestApp;
let li: SignedInCaller;

beforeAll(async () => {
  test = await createTestApp();
  li = await test.signIn('li.wei');
});

afterAll(() => test.close());

interface Answer {
  readonly HasNoErrors: boolean;
  readonly Errors: readonly { readonly ErrorMessage: string }[];
  readonly PersonalInfo?: PersonalInfoItem;
}

async function read(caller = li): Promise<PersonalInfoItem> {
  return (await caller.call({ method: 'GET', url: '/api/Profile' })).json<{ PersonalInfo: PersonalInfoItem }>()
    .PersonalInfo;
}

async function save(part: object, caller = li): Promise<Answer> {
  const { PhoneNumbers } = await read(caller);
  const payload = { PersonalInfo: { Address: null, PhoneNumbers, ...part } };
  return (await caller.call({ method: 'POST', url: '/api/UpdateProfile', payload })).json<Answer>();
}

const codesOf = ({ Errors }: Answer) => Errors.map(({ ErrorMessage }) => ErrorMessage);
const phone = (PhoneNumber: string, Primary = true, OptInToTexting = false) => ({
  PhoneNumber,
  Primary,
  OptInToTexting,
});
const cambridge = { Address1: '5 Brattle Street', City: 'Cambridge', State: 'MA', ZipCode: '02139' };

describe('the address', () => {
  it('changes without the password, and the customer is notified', async () => {
    expect(await save({ Address: cambridge })).toMatchObject({
      HasNoErrors: true,
      PersonalInfo: { Address: cambridge },
    });
    const [newest] = await listNewestMessages(test.services, 1);
    expect(newest).toMatchObject({ recipient: 'li.wei@example.com', subject: 'Your contact information was changed' });
    expect(newest?.body).not.toContain('Brattle');
    expect(newest?.body).toContain('- your address');
    expect(newest?.body).not.toContain('phone numbers');
  });

  it('changes nothing and sends no email if it is unchanged', async () => {
    const before = await listNewestMessages(test.services, 50);
    expect(await save({ Address: cambridge })).toMatchObject({ HasNoErrors: true });
    expect(await listNewestMessages(test.services, 50)).toEqual(before);
  });

  it.each([
    ['a city of another zip code', { City: 'Boston' }, 'ZipCityNoMatch'],
    ['a box at the post office', { Address1: 'P.O. Box 12' }, 'ContainsPOBox'],
    ['markup for a street', { Address1: '<script>alert(1)</script>' }, 'CorrectErrors'],
    ['no street', { Address1: '' }, 'CorrectErrors'],
  ])('stays the same with %s', async (_what, change, code) => {
    expect(codesOf(await save({ Address: { ...cambridge, ...change } }))).toEqual([code]);
    expect((await read()).Address).toEqual(cambridge);
  });
});

describe('phones', () => {
  const second = '555-010-5521';

  it('change only with the password, to at most two with one primary', async () => {
    const PhoneNumbers = [phone('555-010-5520', false), phone(second)];
    expect(codesOf(await save({ PhoneNumbers }))).toEqual(['InvalidCurrentPassword']);
    expect(codesOf(await save({ PhoneNumbers, OldPassword: 'wrong' }))).toEqual(['InvalidCurrentPassword']);
    expect(await save({ PhoneNumbers, OldPassword })).toMatchObject({ PersonalInfo: { PhoneNumbers } });
    expect((await test.services.host.findCustomer('400102'))?.phone).toBe('5550105521');
    // The test clock doesn't move; tell this change apart from the one above.
    const told = (await listNewestMessages(test.services, 50)).filter(
      ({ subject }) => subject === 'Your contact information was changed',
    );
    expect(told).toHaveLength(2);
    const newest = told.find(({ body }) => !body.includes('address'));
    expect(newest?.body).toContain('- your phone numbers\n- which phone we call first');
  });

  it('change their primary one without it', async () => {
    const PhoneNumbers = [phone('555-010-5520'), phone(second, false)];
    expect(await save({ PhoneNumbers })).toMatchObject({ PersonalInfo: { PhoneNumbers } });
  });

  it.each([
    ['none at all', []],
    ['nine digits', [phone('555-010-552')]],
    ['two primary ones', [phone('555-010-5520'), phone(second)]],
    ['no primary one', [phone('555-010-5520', false)]],
  ])('are not %s', async (_what, PhoneNumbers) => {
    expect(codesOf(await save({ PhoneNumbers, OldPassword }))).toEqual(['CorrectErrors']);
  });

  it('get texts only after the terms are accepted', async () => {
    const PhoneNumbers = [phone('555-010-5520', true, true), phone(second, false)];
    expect(codesOf(await save({ PhoneNumbers }))).toEqual(['Error']);
    await agreeToTexting(li);
    expect(await save({ PhoneNumbers })).toMatchObject({ PersonalInfo: { PhoneNumbers } });
    expect((await test.services.host.findCustomer('400102'))?.textPhone).toBe('5550105520');
  });

  it('cannot be the same number twice', async () => {
    const PhoneNumbers = [phone('555-010-5520'), phone('(555) 010-5520', false)];
    expect(codesOf(await save({ PhoneNumbers, OldPassword }))).toEqual(['SamePhoneTwice']);
  });

  it('changed elsewhere are not overwritten, and neither is the address', async () => {
    const [shown] = [await read()];
    const elsewhere = { PhoneNumbers: [phone('555-010-5520'), phone('555-010-5599', false)], OldPassword };
    expect(await save(elsewhere)).toMatchObject({ HasNoErrors: true });
    const Before = { PhoneNumbers: shown.PhoneNumbers };
    const mine = { PhoneNumbers: [phone('555-010-5520'), phone('555-010-5588', false)], OldPassword, Before };
    expect(codesOf(await save(mine))).toEqual(['Stale']);
    const moved = { ...cambridge, Address1: '7 Brattle Street' };
    const address = await save({ Address: moved, PhoneNumbers: null, Before: { Address: shown.Address } });
    expect(address).toMatchObject({ PersonalInfo: { Address: moved, PhoneNumbers: elsewhere.PhoneNumbers } });
    const again = await save({
      Address: { ...moved, Address1: '9 Brattle Street' },
      Before: { Address: shown.Address },
    });
    expect(codesOf(again)).toEqual(['Stale']);
  });
});

describe('fields the institution hides', () => {
  it.each<readonly [string, TestAppOptions['options'] & object, string, object]>([
    ['User Information', { 'profileOptions.hideUserInformation': true }, 'li.wei', { UserInfo: null }],
    ['Notifications', { 'profileOptions.hideNotifications': true }, 'li.wei', { UserAlertsInfo: null }],
    [
      'Personal Information of companies',
      { 'profileOptions.hidePersonalInformationForNonPersonal': true },
      'acme.supply',
      { PersonalInfo: null },
    ],
  ])('%s is neither shown nor saved', async (_what, options, loginName, hidden) => {
    const hiding = await createTestApp({ options });
    try {
      const caller = await hiding.signIn(loginName);
      const answer = (await caller.call({ method: 'GET', url: '/api/Profile' })).json<Record<string, unknown>>();
      expect(answer).toMatchObject(hidden);
      const [part = ''] = Object.keys(hidden);
      const whole = (await (await test.signIn(loginName)).call({ method: 'GET', url: '/api/Profile' })).json<
        Record<string, unknown>
      >();
      const payload = { [part]: whole[part], AlertsAreDirty: true };
      const refused = await caller.call({ method: 'POST', url: '/api/UpdateProfile', payload });
      expect(refused.statusCode).toBe(403);
    } finally {
      await hiding.close();
    }
  });

  it('phones stay unchanged where they are hidden', async () => {
    const hiding = await createTestApp({ options: { 'profileOptions.hidePhoneSection': true } });
    try {
      const caller = await hiding.signIn('li.wei');
      expect(await save({ Address: cambridge, PhoneNumbers: [] }, caller)).toMatchObject({ HasNoErrors: true });
      expect((await hiding.services.host.findCustomer('400102'))?.phone).toBe('5550105520');
    } finally {
      await hiding.close();
    }
  });
});
