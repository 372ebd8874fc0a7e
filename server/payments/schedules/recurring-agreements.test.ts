import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { achBody, cardBody, submissionBody } from '#tests/builders/payment-calls.ts';
import { codeOf, debitFee, withDetails } from '#tests/builders/payment-scene.ts';
import { createPlannedPaymentScene, monday, type PlannedPaymentScene } from '#tests/builders/planned-payment-scene.ts';

let scene: PlannedPaymentScene;

beforeAll(async () => {
  scene = await createPlannedPaymentScene();
});

afterAll(() => scene.testApp.close());

const weekly = { RecurringOption: 'Weekly', DaysBeforeDue: 0 };

describe('changed terms of a recurring bank draft', () => {
  const options = {
    'globalOptions.requireAchDraftAgreementOption': true,
    'paymentOptions.allowRecurringEdit': true,
  };

  async function changeOf(amount: number, Method: object | null, fee: number) {
    const calls = await scene.callsUnder(options);
    const info = await calls.info(scene.loan);
    const named = scene.deletionOf(info, info.RecurringPayment?.EncryptedData);
    return {
      calls,
      handle: info.RecurringPayment?.EncryptedData,
      edit: {
        ...named,
        PaymentDate: '2026-11-25',
        PaymentAmount: amount,
        FirstPartyFee: fee,
        ThirdPartyFee: 0,
        Method,
        AdditionalPrincipalAmount: 0,
        RecurringDetails: weekly,
      },
    };
  }

  async function agreeOn(amount: number, AchInfo: object | null, EncryptedString?: string) {
    const calls = await scene.callsUnder(options);
    const { PassableToken } = await calls.post<{ PassableToken: string }>(
      '/api/AchDraftAgreement/PrepareAchDraftAgreementPreview',
      {
        LoanAccountNumber: scene.loan,
        AchInfo,
        EncryptedString,
        Amount: amount,
        AdditionalPrincipal: 0,
        LocalTimeOffset: 300,
        daysBeforeDue: 0,
        RecurringOption: 'Weekly',
        PaymentDate: '2026-11-25',
      },
    );
    await scene.caller.call({
      method: 'GET',
      url: `/api/AchDraftAgreement/RenderACHDraftAgreementPreview?token=${PassableToken}`,
    });
    return PassableToken;
  }

  const statuses = async () => {
    const answer = await scene.caller.call({ method: 'GET', url: '/api/AchDraftAgreement/GetACHDrafts' });
    return answer.json<{ List: { Status: string }[] }>().List.map(({ Status }) => Status);
  };

  test('need a new agreement, which supersedes the previous one', async () => {
    const before = (await statuses()).length;
    await scene.calls.post('/api/PaymentRecurring/SubmitAch', {
      ...(await scene.submission(monday, 50, 0)),
      RecurringDetails: weekly,
    });
    const { calls, handle, edit } = await changeOf(60, null, 0);
    expect(codeOf(await calls.post('/api/PaymentRecurring/Edit', edit))).toBe('DraftAgreement');
    const other = await agreeOn(61, null, handle);
    const withOther = { ...edit, AchDraftAgreementToken: other };
    expect(codeOf(await calls.post('/api/PaymentRecurring/Edit', withOther))).toBe('DraftAgreement');
    expect((await calls.info(scene.loan)).RecurringPayment).toMatchObject({ PaymentAmount: 50 });

    const agreed = { ...edit, AchDraftAgreementToken: await agreeOn(60, null, handle) };
    expect(await calls.post('/api/PaymentRecurring/Edit', agreed)).toMatchObject({ HasNoErrors: true });
    expect((await calls.info(scene.loan)).RecurringPayment).toMatchObject({ PaymentAmount: 60 });
    expect((await statuses()).slice(0, -before || undefined)).toEqual(['Current']);

    const again = await changeOf(62, null, 0);
    const token = await agreeOn(62, null, again.handle);
    await again.calls.post('/api/PaymentRecurring/Edit', { ...again.edit, AchDraftAgreementToken: token });
    expect((await statuses()).slice(0, 2)).toEqual(['Current', 'Superseded']);
    await scene.clear();
    expect((await statuses()).slice(0, 2)).toEqual(['Ended', 'Superseded']);
  });

  test('need an agreement when a bank account replaces a card', async () => {
    await scene.calls.post('/api/PaymentMethod/AddCardPaymentMethod', cardBody(scene.loan));
    const [card] = await scene.calls.methods(scene.loan);
    const ProfileId = card?.CardInfo?.ProfileId ?? '';
    await scene.calls.post('/api/PaymentMethod/AddAchPaymentMethod', achBody(scene.loan));
    const methods = await scene.calls.methods(scene.loan);
    const bank = { ProfileId: methods.find(({ IsCard }) => !IsCard)?.AchInfo?.ProfileId ?? '' };
    const info = await scene.calls.info(scene.loan);
    const parts = { info, loginName: 'li.wei', amount: 50, method: { ProfileId }, fee: debitFee };
    const body = withDetails(submissionBody(parts), { PaymentDate: monday });
    const set = { ...body, RecurringDetails: weekly };
    expect(await scene.calls.post('/api/PaymentRecurring/SubmitCard', set)).toMatchObject({ HasNoErrors: true });
    const { calls, edit } = await changeOf(50, { IsCard: false, LastFour: '6354', ...bank }, 0);
    expect(codeOf(await calls.post('/api/PaymentRecurring/Edit', edit))).toBe('DraftAgreement');
    const AchDraftAgreementToken = await agreeOn(50, bank);
    const agreed = { ...edit, AchDraftAgreementToken };
    expect(await calls.post('/api/PaymentRecurring/Edit', agreed)).toMatchObject({ HasNoErrors: true });
    expect((await calls.info(scene.loan)).RecurringPayment).toMatchObject({ IsCard: false });
    expect((await statuses())[0]).toBe('Current');
    await scene.clear();
  });
});
