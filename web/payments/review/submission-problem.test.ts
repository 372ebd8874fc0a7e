import { describe, expect, it } from 'vitest';
import { hostMessages } from '#common/payments/rules/host-messages.ts';
import { defaultTexts } from '#common/contract/all-texts.ts';
import type { Unreachable } from '#web/data/client.ts';
import type { LearnedOutcome } from '#common/payments/submission-outcome.wire.ts';
import { untilKnown } from '#web/data/until-known.ts';
import { maySubmitAgain } from './submission-problem.ts';
import { failedAttempt, previewProblem, problemBeforePaying, submissionProblem } from './explain-problem.ts';

const notReceived: LearnedOutcome = { kind: 'notReceived' };

const refusedWith = (...codes: string[]) => submissionProblem({ kind: 'refused', status: 200, codes });

describe('a refused payment', () => {
  it.each([
    ['Declined', 'paymentError.Declined'],
    ['OverLimit', 'paymentError.OverLimit'],
    ['InvalidInfo', 'paymentError.InvalidInfo'],
    ['Expired', 'paymentError.Expired'],
  ])('as %s cannot be repeated before the method or amount changes', (code, key) => {
    expect(refusedWith(code)).toEqual({ message: { kind: 'text', key }, retry: 'afterChange' });
    expect(maySubmitAgain(refusedWith(code))).toBe(false);
  });

  it('as Connection says that nothing was charged', () => {
    expect(refusedWith('Connection')).toEqual({
      message: { kind: 'text', key: 'paymentError.Connection' },
      retry: 'sameAgain',
      nothingCharged: true,
    });
    expect(maySubmitAgain(refusedWith('Connection'))).toBe(true);
  });

  it.each(['Invalid', 'PaymentAmountMaximumError', 'RoutingNumberInvalid', 'ContactUs', 'Error'])(
    'as %s shows its own text and can be repeated',
    (code) => {
      expect(refusedWith(code)).toEqual({ message: { kind: 'text', key: `paymentError.${code}` }, retry: 'sameAgain' });
      expect(maySubmitAgain(refusedWith(code))).toBe(true);
    },
  );

  it('with an unknown code shows the general error', () => {
    expect(refusedWith('Zebra').message).toEqual({ kind: 'text', key: 'paymentError.Error' });
    expect(refusedWith('toString').message).toEqual({ kind: 'text', key: 'paymentError.Error' });
  });

  it.each([
    ['We do not accept Credit Cards.', 'paymentError.creditCardsNotAccepted'],
    ['Security does not allow online payments', 'paymentError.onlinePaymentsNotAllowed'],
    ['Security does not allow online ACH payments.', 'paymentError.onlineAchNotAllowed'],
    ['Nightly processing error. Please try back in about 15 minutes.', 'paymentError.nightlyProcessing'],
  ])('by the host with "%s" shows the institution\'s text for it', (sentence, key) => {
    expect(refusedWith(sentence)).toEqual({ message: { kind: 'text', key }, retry: 'sameAgain' });
  });

  it('by the processor in its own words shows them', () => {
    expect(refusedWith('Generic - Call your card issuer')).toEqual({
      message: { kind: 'words', words: 'Call your card issuer' },
      retry: 'sameAgain',
    });
  });

  it('with an unknown sentence warns not to pay again', () => {
    expect(refusedWith('The host fell over')).toEqual({
      message: { kind: 'text', key: 'paymentError.Generic' },
      retry: 'never',
    });
  });
});

describe('a payment while the host is down', () => {
  const outage: Unreachable = { kind: 'unreachable', timedOut: false, hostDown: true };

  it('is refused in its own words once the key says that nothing was recorded, and may be sent again', async () => {
    const asked = { ask: async () => notReceived, pause: async () => true, ageMs: () => 0 };
    const end = await untilKnown({ ...asked, send: async () => failedAttempt(outage) });
    if (end?.kind !== 'refused') throw new Error('It was not refused');
    expect(submissionProblem(end.result)).toEqual({
      message: { kind: 'text', key: 'paymentError.HostUnavailable' },
      retry: 'sameAgain',
    });
    expect(problemBeforePaying(outage)).toEqual(submissionProblem(end.result));
  });

  it('is made when another copy of it was first', async () => {
    const made = { kind: 'made', referenceNumber: 'AAAA-BBBB-CCCC' } as const;
    const asked = { ask: async () => made, pause: async () => true, ageMs: () => 0 };
    const end = await untilKnown({ ...asked, send: async () => failedAttempt(outage) });
    expect(end).toEqual({ kind: 'made', referenceNumber: 'AAAA-BBBB-CCCC' });
  });
});

describe('the reference of a failure', () => {
  const reference = '7K3M-9QXD';
  const asked = { pause: async () => true, ageMs: () => 0 };

  it('is shown with the outcome that is asked for later', async () => {
    const answered = { kind: 'refused', status: 200, codes: ['Generic'], reference } as const;
    const settled = { kind: 'refused', code: 'Connection' } as const;
    const end = await untilKnown({ ...asked, ask: async () => settled, send: async () => failedAttempt(answered) });
    if (end?.kind !== 'refused') throw new Error('It was not refused');
    expect(submissionProblem(end.result)).toEqual({
      message: { kind: 'text', key: 'paymentError.Connection' },
      retry: 'sameAgain',
      nothingCharged: true,
      reference,
    });
  });

  it('is shown when the core is down', async () => {
    const outage: Unreachable = { kind: 'unreachable', timedOut: false, hostDown: true, reference };
    const end = await untilKnown({ ...asked, ask: async () => notReceived, send: async () => failedAttempt(outage) });
    if (end?.kind !== 'refused') throw new Error('It was not refused');
    expect(submissionProblem(end.result).reference).toBe(reference);
  });
});

describe('a payment with an unknown outcome', () => {
  it.each([
    ['Generic', submissionProblem({ kind: 'refused', status: 200, codes: ['Generic'] })],
    ['a lost connection', submissionProblem({ kind: 'unreachable', timedOut: false })],
    ['a time-out', submissionProblem({ kind: 'unreachable', timedOut: true })],
  ])("after %s warns not to pay again and can't be repeated", (_, problem) => {
    expect(problem).toEqual({ message: { kind: 'text', key: 'paymentError.Generic' }, retry: 'never' });
    expect(maySubmitAgain(problem)).toBe(false);
  });

  it.each([
    [502, []],
    [500, ['Error']],
  ])("after a server error (%i) names the institution and can't be repeated", (status, codes) => {
    expect(submissionProblem({ kind: 'refused', status, codes })).toEqual({
      message: { kind: 'text', key: 'paymentError.Error' },
      retry: 'never',
    });
  });
});

function wordsOf(code: string): string {
  const { message } = refusedWith(code);
  return message.kind === 'text' ? defaultTexts[message.key] : message.words;
}

describe('the texts of the catalog of submission errors', () => {
  it.each([
    ['Error', 'An error occurred. Please contact your financial institution before attempting this transaction again.'],
    ['New', "We couldn't create your payment. Check your history before you try again."],
    ['ContactUs', "We couldn't create your payment. Please contact us."],
    ['Invalid', 'There was a problem submitting your payment. Please check your information.'],
    ['MultipleScheduled', 'Multiple scheduled payments cannot be modified.'],
    ['Scheduled', 'A scheduled payment cannot be modified.'],
    ['Retrieving', 'There was a problem retrieving your account information.'],
    ['SecurityNotAllowed', 'Payments are blocked. Please contact us.'],
    ['PayWithoutSaving', "You can only pay today with a payment method that isn't saved."],
    ['MustSavePaymentMethod', 'To schedule a payment, save the payment method first.'],
    ['Deleting', 'There was an error deleting your payment.'],
    ['ReachedMaxScheduledAllowed', "You've reached the limit for scheduled payments. Delete one first."],
    ['PaymentDateMinimumError', "That date isn't available. Choose another one."],
    ['PaymentDateMaximumError', "That date isn't available. Choose another one."],
    ['PaymentBeforeCutOffTimeError', "That date isn't available. Choose another one."],
    ['PaymentDateHolidayError', 'Payment cannot be made on a holiday.'],
    ['PaymentDateWeekendError', 'Payment cannot be made on a weekend.'],
    ['PayOffQuote', 'There was an error retrieving the pay off quote.'],
    ['PaymentAmountMaximumError', 'Amount is over the maximum. Enter less.'],
    ['PaymentAmountMinimumError', 'Amount is under the minimum. Enter more.'],
    ['RoutingNumberInvalid', "We couldn't verify that routing number. Please check it."],
    ['Generic', "Something went wrong. Don't submit again: you could be charged twice. Please contact us."],
    ['Connection', 'Connection error, try again later'],
    ['Declined', 'Transaction Declined'],
    ['OverLimit', 'Card limit exceeded'],
    ['InvalidInfo', 'Invalid information entered'],
    ['Expired', 'Card is expired'],
    ['PreviewChanged', 'Your payment details have changed. Review them and submit again.'],
    [
      'PayoffFixed',
      "You can't change the day or amount of a payoff. To pay off on another day, delete this payment and schedule the payoff again.",
    ],
    ['DraftAgreement', 'Read and confirm the agreement before you submit.'],
    [
      'AchTerms',
      "You haven't accepted our current terms for bank payments, so nothing was paid or changed. Reload this page, then try again to read them.",
    ],
    ['Generic - Please call your bank.', 'Please call your bank.'],
  ])('for %s: %s', (code, words) => {
    expect(wordsOf(code)).toBe(words);
  });

  it.each(Object.values(hostMessages))("the host's message, with or without its period: %s", (sentence) => {
    expect(wordsOf(sentence)).toBe(sentence);
    expect(wordsOf(sentence.replace(/\.$/, ''))).toBe(sentence);
  });
});

describe('a preview that fails', () => {
  it('does not speak of a payment that was never made', () => {
    expect(previewProblem({ kind: 'refused', status: 500, codes: [] })).toEqual({
      message: { kind: 'text', key: 'paymentMethodError.fee' },
      retry: 'sameAgain',
    });
  });

  it.each([
    { kind: 'refused', status: 200, codes: ['Invalid'] },
    { kind: 'refused', status: 503, codes: ['HostUnavailable'] },
    { kind: 'unreachable', timedOut: true },
  ] as const)('says of %o what a refused change says', (failure) => {
    expect(previewProblem(failure)).toEqual(problemBeforePaying(failure));
  });
});

describe('a refused change', () => {
  it('moved no money, so it can be repeated', () => {
    const sentence = problemBeforePaying({ kind: 'refused', status: 500, codes: [] });
    expect(sentence).toEqual({ message: { kind: 'text', key: 'paymentError.New' }, retry: 'sameAgain' });
    expect(problemBeforePaying({ kind: 'unreachable', timedOut: true }).message).toEqual({
      kind: 'text',
      key: 'paymentError.Connection',
    });
    expect(problemBeforePaying({ kind: 'refused', status: 200, codes: ['Invalid'] })).toEqual(refusedWith('Invalid'));
  });
});
