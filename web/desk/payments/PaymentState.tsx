import { Chip, type ChipTone } from '#web/ui/Chip.tsx';

const tones: Readonly<Record<string, ChipTone>> = {
  posted: 'ok',
  active: 'ok',
  declined: 'bad',
  returned: 'bad',
  stopped: 'bad',
  unknown: 'bad',
  unapplied: 'bad',
  submitting: 'warn',
  confirming: 'warn',
};

const words: Readonly<Record<string, string>> = {
  unknown: 'no outcome',
  unapplied: 'charged, not applied',
  cancelled: 'canceled',
  created: 'recorded',
  confirming: 'waits for the customer to confirm',
};

export function PaymentState({ state }: { readonly state: string }) {
  return <Chip tone={tones[state] ?? 'plain'}>{wordOf(state)}</Chip>;
}

export function wordOf(state: string): string {
  return words[state] ?? state;
}

/** By cause; `*` is for every state that is not named. */
const steps: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  submission: {
    created: 'the customer submitted it',
    scheduled: 'the customer set it up for a later day',
    submitting: 'it was being made as the customer submitted it',
    confirming: "the customer's bank asks them to confirm it",
    posted: 'it went through when the customer submitted it',
    declined: 'it was refused when the customer submitted it',
    unapplied: 'the loan did not take the payment when the customer submitted it',
    '*': 'the customer submitted it',
  },
  schedule: {
    scheduled: 'the recurring payment set it up',
    submitting: 'its day came, and it was being made',
    posted: 'its day came, and it went through',
    declined: 'its day came, and it was refused',
    unapplied: 'its day came, and the loan did not take the payment',
    cancelled: 'on its day it could no longer be made',
    '*': 'its day came',
  },
  recovery: {
    posted: 'it went through after an interruption',
    declined: 'it was refused after an interruption',
    '*': 'it went on after an interruption',
  },
  customer: {
    cancelled: 'the customer canceled it',
    posted: 'the customer confirmed it with their bank',
    declined: 'the customer or their bank did not confirm it',
    '*': 'the customer asked for it',
  },
  bank: {
    returned: 'the bank sent it back',
    '*': 'the bank or card company reported it',
  },
  operator: { '*': 'staff decided it' },
  hold: { '*': 'a hold code of the loan stopped it on its day' },
};

/**
 * Returns why a payment came to a state. A charge has no outcome only because the processor didn't answer, whoever began
 * it; the processor knows it by the payment's id.
 */
export function causeOfStep(
  { to, cause }: { readonly to: string; readonly cause: string },
  { paymentId, method }: { readonly paymentId: string; readonly method: 'Card' | 'ACH' },
): string {
  if (to === 'unknown') return `the card processor did not answer (reference ${paymentId})`;
  if (to === 'returned' && cause === 'bank' && method === 'Card') return 'the cardholder won a dispute';
  const words = steps[cause];
  return words?.[to] ?? words?.['*'] ?? cause;
}
