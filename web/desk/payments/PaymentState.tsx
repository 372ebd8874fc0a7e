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

const causes: Readonly<Record<string, string>> = {
  submission: 'the customer submitted it',
  recovery: 'the portal asked the processor again',
  schedule: 'its day had come',
  customer: 'the customer asked for it',
  bank: 'the bank or card company reported it',
  operator: 'staff decided it',
  hold: 'a hold code of the loan stopped it on its day',
};

/**
 * Returns why a payment came to a state. A charge has no outcome only because the processor didn't answer, whoever began
 * it; the processor knows it by the payment's id.
 */
export function causeOfStep({ to, cause }: { readonly to: string; readonly cause: string }, paymentId: string): string {
  if (to === 'unknown') return `the card processor did not answer (reference ${paymentId})`;
  return causes[cause] ?? cause;
}
