import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '#tests/builders/render-screen.tsx';
import { pollNow } from '#web/data/next-poll.ts';
import { CardSetupDialog } from './CardSetupDialog.tsx';

const saved = { HasNoErrors: true, Errors: [] };
const refusedWith = (code: string) => ({ HasNoErrors: false, Errors: [{ ErrorMessage: code }] });

/** The server's answer about the confirmation; null while it can't be reached. */
let answer: object | null;
/** Calls that are never answered. */
let silent: boolean;
const sent = vi.fn<(call: string, body: unknown) => void>();

beforeEach(() => {
  answer = refusedWith('NotConfirmed');
  silent = false;
  sent.mockClear();
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    const name = address.split('/').at(-1) ?? '';
    sent(name, typeof body === 'string' ? JSON.parse(body) : null);
    if (silent) return new Promise(() => undefined);
    if (answer === null) throw new TypeError('No connection');
    return Response.json(name === 'EndCardSetup' ? answer : { ...saved, PaymentMethods: [] });
  });
});

/** Waits for answers that come outside of what the test does. */
async function until(check: () => void) {
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  await vi.waitFor(check, 5_000);
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
}

async function show({ endsAtMs = Date.now() + 900_000 } = {}) {
  const onTaken = vi.fn<(choice: unknown) => void>();
  const onEnded = vi.fn<(problem: unknown) => void>();
  const setup = { setupId: 'setup', url: 'about:blank', endsAtMs };
  const { page, press } = await renderScreen(
    <CardSetupDialog setup={setup} accountNumber="101" onTaken={onTaken} onEnded={onEnded} />,
  );
  return {
    onTaken,
    onEnded,
    press,
    words: () => page.textContent,
    // A BroadcastChannel is limited to the origin and takes no target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    returnFromBank: () => act(async () => new BroadcastChannel('passbook-card-confirmation').postMessage('returned')),
    pauseEnds: () => act(async () => pollNow()),
    button: (name: string) => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name),
  };
}

const giveUps = () => sent.mock.calls.filter(([, body]) => (body as { GiveUp?: boolean } | null)?.GiveUp === true);

it('the dialog takes a card that was confirmed elsewhere', async () => {
  const { onTaken, pauseEnds } = await show();
  answer = saved;
  await pauseEnds();
  await until(() => expect(onTaken).toHaveBeenCalledWith({ kind: 'saved', profileId: 'setup' }));
  expect(sent).toHaveBeenLastCalledWith('GetPaymentMethods', { AccountNumber: '101' });
});

it('the dialog stays open while the bank has not confirmed the card, whatever returned', async () => {
  const { onEnded, onTaken, press, returnFromBank, words } = await show();
  await returnFromBank();
  await until(() => expect(words()).toContain("Your bank hasn't confirmed this card yet."));
  answer = saved;
  await press('Check again');
  await until(() => expect(onTaken).toHaveBeenCalledOnce());
  expect(onEnded).not.toHaveBeenCalled();
});

it('the dialog stays open when the server or the processor gives no answer', async () => {
  const { onEnded, press, returnFromBank, words } = await show();
  answer = null;
  await returnFromBank();
  await until(() => expect(words()).toContain("We couldn't find out whether your bank confirmed this card."));
  answer = refusedWith('Connection');
  sent.mockClear();
  await press('Check again');
  await until(() => expect(words()).not.toContain('Checking with your bank…'));
  expect(sent).toHaveBeenCalledWith('EndCardSetup', { SetupId: 'setup', GiveUp: false });
  expect(words()).toContain("We couldn't find out whether your bank confirmed this card.");
  expect(onEnded).not.toHaveBeenCalled();
});

it('Cancel gives the card up only if it is not confirmed', async () => {
  const canceled = await show();
  await canceled.press('Cancel');
  await until(() => expect(canceled.onEnded).toHaveBeenCalledWith(null));
  expect(giveUps()).toHaveLength(1);

  answer = saved;
  const confirmed = await show();
  await confirmed.press('Cancel');
  await until(() => expect(confirmed.onTaken).toHaveBeenCalledOnce());
  expect(giveUps()).toHaveLength(1);
});

it('the saved cards are reloaded when the card was one of them', async () => {
  answer = refusedWith('AlreadyExists');
  const { onEnded, press } = await show();
  await press('Cancel');
  await until(() => expect(onEnded).toHaveBeenCalledWith('paymentMethodError.alreadyExists'));
  expect(sent).toHaveBeenLastCalledWith('GetPaymentMethods', { AccountNumber: '101' });
});

it("the customer can't cancel while the card is checked", async () => {
  const { button, returnFromBank, words } = await show();
  silent = true;
  await returnFromBank();
  await until(() => expect(words()).toContain('Checking with your bank…'));
  expect(button('Cancel')?.disabled).toBe(true);
});

it('the dialog ends when the time is over', async () => {
  const { onEnded, pauseEnds } = await show({ endsAtMs: 0 });
  await pauseEnds();
  await until(() => expect(onEnded).toHaveBeenCalledWith('cardFields.notConfirmed'));
});
