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

/** The state of a payment or a schedule, in words. */
export function PaymentState({ state }: { readonly state: string }) {
  return <Chip tone={tones[state] ?? 'plain'}>{wordOf(state)}</Chip>;
}

export function wordOf(state: string): string {
  return words[state] ?? state;
}
