import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxEndings } from '#server/platform/sms/sandbox/text-sandbox.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { agreeToTexting } from '#tests/builders/texting-consent.ts';

let test: TestApp;
let li: SignedInCaller;

beforeAll(async () => {
  test = await createTestApp();
  li = await test.signIn('li.wei');
});

afterAll(() => test.close());

/** Gives Li a phone for which the sandbox behaves as wanted. */
async function takePhone(ending: string): Promise<string> {
  const number = `555010${ending}`;
  await test.services.host.changePhones(li.login.CustomerID, [{ number, primary: true, textsAgreed: false }]);
  return number;
}

function load(PhoneNumber: string, caller = li) {
  return caller.call({ method: 'POST', url: '/api/SolutionsByText/GetSubscriptionInfo', payload: { PhoneNumber } });
}

interface Option {
  readonly BrandingId: string;
  readonly OptInMarketing: boolean | null;
  readonly OptInAccount: boolean | null;
}

async function modify(PhoneNumber: string, Options: readonly Option[]) {
  const payload = { PhoneNumber, Options };
  const response = await li.call({ method: 'POST', url: '/api/SolutionsByText/ModifySubscriptions', payload });
  return response.json<{ HasNoErrors: boolean; Errors: { ErrorMessage: string }[] }>();
}

const bothAccounts: readonly Option[] = [
  { BrandingId: '1', OptInMarketing: null, OptInAccount: true },
  { BrandingId: '2', OptInMarketing: null, OptInAccount: true },
];

describe("a phone's text subscriptions", () => {
  it('are empty at first, for all brands', async () => {
    const phone = await takePhone('5520');
    expect((await load(phone)).json()).toEqual({
      HasNoErrors: true,
      Errors: [],
      SubscriptionInfo: {
        Options: [
          { BrandingId: '1', BrandingName: 'First Harbor Lending', OptInMarketing: false, OptInAccount: false },
          { BrandingId: '2', BrandingName: 'Harbor Auto Finance', OptInMarketing: false, OptInAccount: false },
        ],
      },
    });
  });

  it('change only after the terms are accepted; opting out needs no terms', async () => {
    const phone = await takePhone('5520');
    expect((await modify(phone, bothAccounts)).Errors).toEqual([{ ErrorMessage: 'userDisagree' }]);
    const none = [{ BrandingId: '1', OptInMarketing: false, OptInAccount: null }];
    expect(await modify(phone, none)).toEqual({ HasNoErrors: true, Errors: [] });
    await agreeToTexting(li);
    expect(await modify(phone, bothAccounts)).toEqual({ HasNoErrors: true, Errors: [] });
    const marketing = [{ BrandingId: '2', OptInMarketing: true, OptInAccount: null }];
    expect(await modify(phone, marketing)).toEqual({ HasNoErrors: true, Errors: [] });
    expect((await load(phone)).json()).toMatchObject({
      SubscriptionInfo: {
        Options: [
          { OptInMarketing: false, OptInAccount: true },
          { OptInMarketing: true, OptInAccount: true },
        ],
      },
    });
  });

  it("are hidden for another customer's or an unknown phone", async () => {
    const margaret = '555-010-4471';
    for (const phone of [margaret, '555-010-9999', '']) {
      expect((await load(phone)).statusCode).toBe(404);
    }
  });
});

describe('the profile', () => {
  const isTexted = async (phone: string) => {
    const contacts = await test.services.host.findContacts(li.login.CustomerID);
    return contacts?.phones.find(({ number }) => number === phone)?.textsAgreed;
  };

  it.each([
    ['after a complete change', '5520'],
    ['after a change of which only a part was made', sandboxEndings.secondBrandFails],
  ])('shows that a phone gets texts %s, even if the browser is gone', async (_when, ending) => {
    const phone = await takePhone(ending);
    await agreeToTexting(li);
    await modify(phone, bothAccounts);
    expect(await isTexted(phone)).toBe(true);
    const none = ['1', '2'].map((BrandingId) => ({ BrandingId, OptInMarketing: false, OptInAccount: false }));
    await modify(phone, none);
    expect(await isTexted(phone)).toBe(false);
  });

  it('is corrected when the subscriptions are viewed', async () => {
    await agreeToTexting(li);
    const phone = await takePhone('5520');
    await modify(phone, bothAccounts);
    await takePhone('5520');
    expect(await isTexted(phone)).toBe(false);
    await load(phone);
    expect(await isTexted(phone)).toBe(true);
  });
});

describe('when the provider fails', () => {
  it('a phone that takes no texts is invalid', async () => {
    const phone = await takePhone(sandboxEndings.notTextable);
    expect((await load(phone)).json()).toMatchObject({ Errors: [{ ErrorMessage: 'Invalid' }] });
    expect((await modify(phone, bothAccounts)).Errors).toEqual([{ ErrorMessage: 'Invalid' }]);
  });

  it('the list cannot be loaded', async () => {
    const phone = await takePhone(sandboxEndings.broken);
    expect((await load(phone)).json()).toMatchObject({ Errors: [{ ErrorMessage: 'Error' }] });
  });

  it('each brand reports what was changed and what was not', async () => {
    const phone = await takePhone(sandboxEndings.secondBrandFails);
    const { Errors } = await modify(phone, bothAccounts);
    expect(JSON.parse(Errors[0]?.ErrorMessage ?? '')).toEqual([
      { BrandingId: '1', OptInMarketing: null, OptInAccount: true },
      { BrandingId: '2', OptInMarketing: null, OptInAccount: false },
    ]);
  });

  it('nothing counts as changed without an answer', async () => {
    const phone = await takePhone(sandboxEndings.changeFails);
    const { Errors } = await modify(phone, bothAccounts);
    expect(JSON.parse(Errors[0]?.ErrorMessage ?? '')).toEqual([
      { BrandingId: '1', OptInMarketing: null, OptInAccount: false },
      { BrandingId: '2', OptInMarketing: null, OptInAccount: false },
    ]);
  });
});

it('without the option there are no subscriptions', async () => {
  const quiet = await createTestApp({ options: { 'globalOptions.useTextMessagesOption': false } });
  try {
    const caller = await quiet.signIn('li.wei');
    expect((await load('555-010-5520', caller)).statusCode).toBe(403);
  } finally {
    await quiet.close();
  }
});
