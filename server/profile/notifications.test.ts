import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserAlertsItem } from '#common/profile/profile.api.ts';
import { recordEmailOptOut } from '#server/messages/email-opt-outs.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { restrictUser } from '#server/identity/sign-in/restrict-user.command.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { cardBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { withoutTextMessages, withRevisedTextTerms } from '#tests/builders/changed-institution.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { agreeToTexting } from '#tests/builders/texting-consent.ts';

const password = 'Harbor-2026!';
let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});

afterAll(() => test.close());

async function read(caller: SignedInCaller): Promise<UserAlertsItem> {
  return (await caller.call({ method: 'GET', url: '/api/Profile' })).json<{ UserAlertsInfo: UserAlertsItem }>()
    .UserAlertsInfo;
}

interface Answer {
  readonly HasNoErrors: boolean;
  readonly Errors: readonly { readonly ErrorMessage: string }[];
  readonly UserAlertsInfo?: UserAlertsItem;
}

async function save(caller: SignedInCaller, item: UserAlertsItem, AlertsAreDirty = true): Promise<Answer> {
  const payload = { UserAlertsInfo: item, AlertsAreDirty };
  return (await caller.call({ method: 'POST', url: '/api/UpdateProfile', payload })).json<Answer>();
}

interface Choice {
  readonly email?: Partial<UserAlertsItem['EmailAlerts']>;
  readonly text?: Partial<UserAlertsItem['TextAlerts']>;
  readonly turnOffAll?: boolean;
}

async function choose(caller: SignedInCaller, { email = {}, text = {}, turnOffAll = false }: Choice): Promise<void> {
  const now = await read(caller);
  const quiet = Object.fromEntries(Object.keys(now.TextAlerts).map((flag) => [flag, false]));
  const answer = await save(caller, {
    ...now,
    TurnOffAllAlerts: turnOffAll,
    EmailAlerts: { ...quiet, ...email } as UserAlertsItem['EmailAlerts'],
    TextAlerts: { ...quiet, ...text } as UserAlertsItem['TextAlerts'],
  });
  expect(answer).toMatchObject({ HasNoErrors: true });
}

/** Lists what was sent since a moment: the words of texts, the subjects of emails. */
async function toldSince(mark: number): Promise<string[]> {
  const messages = await listNewestMessages(test.services, 500);
  return messages.slice(0, messages.length - mark).map(({ subject, body }) => subject || body);
}

async function mark(): Promise<number> {
  return (await listNewestMessages(test.services, 500)).length;
}

function signIn(username: string, secret = password) {
  return test.app.inject({
    method: 'POST',
    url: '/api/login/userlogin',
    payload: { username, password: secret },
  });
}

describe("a customer's notifications", () => {
  it('are warnings by email and no texts by default', async () => {
    const li = await test.signIn('li.wei');
    const { EmailAlerts, TextAlerts, SequenceNumber, TurnOffAllAlerts, AlertsAreDirty } = await read(li);
    expect({ SequenceNumber, TurnOffAllAlerts, AlertsAreDirty }).toEqual({
      SequenceNumber: 0,
      TurnOffAllAlerts: false,
      AlertsAreDirty: false,
    });
    expect(EmailAlerts).toMatchObject({ UserRestricted: true, RestrictedPasswordViolation: true, UserLogsOn: false });
    expect(Object.values(TextAlerts)).not.toContain(true);
  });

  it('are saved as chosen; emails that are always sent stay on', async () => {
    const li = await test.signIn('li.wei');
    await choose(li, { email: { UserLogsOn: true } });
    const kept = await read(li);
    expect(kept.EmailAlerts).toMatchObject({ UserLogsOn: true, UserRestricted: false, PasswordChanged: true });
    expect(kept.SequenceNumber).toBe(1);
  });

  it('are not saved over a change from elsewhere', async () => {
    const li = await test.signIn('li.wei');
    const before = await read(li);
    await choose(li, { email: { UserLogsOn: false } });
    expect((await save(li, before)).Errors).toEqual([{ ErrorMessage: 'Stale' }]);
    expect((await read(li)).EmailAlerts.UserLogsOn).toBe(false);
  });

  it('stay as they are unless the alerts are marked dirty', async () => {
    const li = await test.signIn('li.wei');
    const now = await read(li);
    const wanted = { ...now, TurnOffAllAlerts: !now.TurnOffAllAlerts };
    expect(await save(li, wanted, false)).toMatchObject({ HasNoErrors: true });
    expect(await read(li)).toEqual(now);
  });

  it('by text require accepted terms and then reach the primary phone', async () => {
    const li = await test.signIn('li.wei');
    const now = await read(li);
    const wanted = { ...now, TextAlerts: { ...now.TextAlerts, UserLogsOn: true } };
    expect(await save(li, wanted)).toMatchObject({ HasNoErrors: false });
    await agreeToTexting(li);
    expect(await save(li, wanted)).toMatchObject({ HasNoErrors: true });
    expect((await read(li)).TextAlerts.UserLogsOn).toBe(true);
    const from = await mark();
    await signIn('li.wei');
    expect(await toldSince(from)).toEqual([
      'First Harbor: Your username was used to sign in. Not you? Change your password right away.',
    ]);
    const [newest] = await listNewestMessages(test.services, 1);
    expect(newest?.recipient).toBe('5550105520');
  });
});

describe('texts chosen earlier', () => {
  let li: SignedInCaller;

  beforeAll(async () => {
    li = await test.signIn('li.wei');
    await agreeToTexting(li);
    await choose(li, { text: { UserLogsOn: true } });
  });

  it('continue under revised terms; only additional texts require acceptance', async () => {
    await test.withInstitution(withRevisedTextTerms, async () => {
      const now = await read(li);
      const EmailAlerts = { ...now.EmailAlerts, UserLogsOn: true };
      expect(await save(li, { ...now, EmailAlerts })).toMatchObject({ HasNoErrors: true });
      const kept = await read(li);
      expect(kept.TextAlerts.UserLogsOn).toBe(true);
      const another = { ...kept, TextAlerts: { ...kept.TextAlerts, MoneyTransOnWeb: true } };
      expect(await save(li, another)).toMatchObject({ Errors: [{ ErrorMessage: 'Error' }] });
    });
  });

  it('are hidden where texts are off, without blocking a save', async () => {
    await test.withInstitution(withoutTextMessages, async () => {
      const now = await read(li);
      expect(now.TextAlerts.UserLogsOn).toBe(false);
      expect(await save(li, now)).toMatchObject({ HasNoErrors: true });
    });
  });
});

describe('each event is sent once, by the chosen channels', () => {
  let margaret: SignedInCaller;

  beforeAll(async () => {
    margaret = await test.signIn('margaret.okafor');
    await agreeToTexting(margaret);
  });

  const events: readonly [keyof UserAlertsItem['TextAlerts'], () => Promise<unknown>, string, RegExp][] = [
    ['UserLogsOn', () => signIn('margaret.okafor'), 'New sign-in to your accounts', /username was used to sign in/],
    ['RestrictedPasswordViolation', lockOut, 'Your online access is temporarily locked', /everal wrong passwords/],
  ];

  async function lockOut(): Promise<void> {
    test.clock.moveOn({ hours: 3 });
    for (let guess = 0; guess < 6; guess += 1) await signIn('margaret.okafor', 'wrong');
    test.clock.moveOn({ hours: 3 });
    margaret = await test.signIn('margaret.okafor');
  }

  it.each(events)('%s', async (flag, happen, subject, words) => {
    await choose(margaret, {});
    let from = await mark();
    await happen();
    expect((await toldSince(from)).filter((told) => told === subject || words.test(told))).toEqual([]);

    await choose(margaret, { email: { [flag]: true }, text: { [flag]: true } });
    from = await mark();
    await happen();
    const told = (await toldSince(from)).filter((each) => each === subject || words.test(each));
    expect(told).toHaveLength(2);
    expect(told).toContain(subject);
    expect(told.some((each) => words.test(each))).toBe(true);
  });
});

describe('an immediate payment', () => {
  it('is confirmed by its receipt, and by text to customers who chose it', async () => {
    const margaret = await test.signIn('margaret.okafor');
    await choose(margaret, { text: { MoneyTransOnWeb: true } });
    const calls = paymentCalls(margaret);
    const account = '101-004417-2';
    const info = await calls.info(account);
    const parts = { info, loginName: 'margaret.okafor', amount: 31, method: cardBody(account), fee: 3 };
    const from = await mark();
    expect(await calls.submitCard(submissionBody(parts))).toMatchObject({ HasNoErrors: true });
    expect((await toldSince(from)).toSorted()).toEqual([
      'First Harbor: A payment of $34.00 was made or set up online.',
      expect.stringMatching(/^Payment confirmation /),
    ]);
  });
});

describe('a customer who wants no messages', () => {
  const signsOn = 'New sign-in to your accounts';

  it('turns all of them off at once', async () => {
    const dee = await test.signIn('dee.blocked');
    await choose(dee, { email: { UserLogsOn: true }, turnOffAll: true });
    const from = await mark();
    await signIn('dee.blocked');
    expect(await toldSince(from)).toEqual([]);
  });

  it("may opt out with a message's link, see that in the profile, and opt in again", async () => {
    const dee = await test.signIn('dee.blocked');
    await choose(dee, { email: { UserLogsOn: true } });
    const { database, clock } = test.services;
    await inTransaction(database, (transaction) => recordEmailOptOut(transaction, dee.login.CustomerID, clock.now()));
    let from = await mark();
    await signIn('dee.blocked');
    expect(await toldSince(from)).toEqual([]);
    expect((await read(dee)).EmailAlerts).toMatchObject({
      OptOutMarketingAlerts: true,
      OptOutTransactionalAlerts: true,
    });
    await choose(dee, { email: { UserLogsOn: true } });
    from = await mark();
    await signIn('dee.blocked');
    expect(await toldSince(from)).toEqual([signsOn]);
  });
});

describe('a login that the institution restricts', () => {
  it('is closed at once on every device, with a message to its owner', async () => {
    const pat = await test.signIn('pat.empty');
    const from = await mark();
    expect(await restrictUser(test.services, 'pat.empty', { restricted: true, by: 'Ana Silva' })).toBe(true);
    expect(await toldSince(from)).toEqual(['Your online access is restricted']);
    expect((await pat.call({ method: 'GET', url: '/api/Profile' })).statusCode).toBe(401);
    expect((await signIn('pat.empty')).json()).toMatchObject({ Errors: [{ ErrorMessage: 'Restricted' }] });
    expect(await restrictUser(test.services, 'pat.empty', { restricted: false, by: 'Ana Silva' })).toBe(true);
    expect((await signIn('pat.empty')).statusCode).toBe(200);
    expect(await restrictUser(test.services, 'nobody.at.all', { restricted: true, by: 'Ana Silva' })).toBe(false);
  });
});

describe('a notification that the institution hides', () => {
  it('is not sent either', async () => {
    const hiding = await createTestApp({ options: { 'notificationOptions.hideUserLogsOn': true } });
    try {
      const li = await hiding.signIn('li.wei');
      await choose(li, { email: { UserLogsOn: true } });
      await hiding.signIn('li.wei');
      expect(await listNewestMessages(hiding.services, 10)).toEqual([]);
    } finally {
      await hiding.close();
    }
  });
});
