import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { DeskError } from '#web/desk/data/desk-client.ts';
import { deskQueries } from '#web/desk/data/desk-queries.ts';
import { render } from '#web/ui/render-component.tsx';
import { ActionDialog } from './ActionDialog.tsx';
import { TextEntry } from './EntryFields.tsx';
import { useEntries } from './use-entries.ts';

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

interface Sent {
  readonly amount: string;
  readonly reason: string;
}

interface PayProps {
  readonly send: (sent: Sent) => Promise<unknown>;
  readonly onClose: () => void;
  readonly obstacle?: string;
  readonly refusal?: string;
}

function Pay({ send, onClose, obstacle, refusal }: PayProps) {
  const { form, control, entries } = useEntries({ amount: '' }, ({ amount }) => ({
    amount: amount === '' ? 'Enter the amount.' : undefined,
  }));
  return (
    <ActionDialog
      title="Pay"
      what="It is paid."
      confirmLabel="Pay now"
      form={form}
      obstacle={obstacle}
      refusal={refusal}
      onClose={onClose}
      onConfirm={(reason) => send({ ...entries, reason })}
    >
      <TextEntry control={control} entry="amount" first label="Amount" />
    </ActionDialog>
  );
}

async function open(send: PayProps['send'], says: Pick<PayProps, 'obstacle' | 'refusal'> = {}) {
  let closed = 0;
  const dialog = await render(
    <QueryClientProvider client={deskQueries}>
      <Pay send={send} onClose={() => (closed += 1)} {...says} />
    </QueryClientProvider>,
  );
  const reason = dialog.page.querySelector('textarea');
  if (!reason) throw new Error('No reason');
  return {
    ...dialog,
    reason,
    alerts: () => [...dialog.page.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent),
    closed: () => closed,
    async giveReason(words = 'They called') {
      await act(async () => {
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(reason, words);
        reason.dispatchEvent(new Event('input', { bubbles: true }));
      });
    },
    /** Also waits for what it sends. */
    async confirm() {
      await dialog.press('Pay now');
      await act(async () => new Promise((resolve) => setTimeout(resolve, 10)));
    },
  };
}

it('shows every error at its field, focuses the first, and sends nothing', async () => {
  const sent: Sent[] = [];
  const dialog = await open(async (each) => sent.push(each));
  await dialog.confirm();
  expect(dialog.page.textContent).toContain('Enter the amount.');
  expect(dialog.page.textContent).toContain('Give a reason.');
  expect(document.activeElement).toBe(dialog.field('Amount'));
  expect(dialog.alerts()).toEqual([]);

  await dialog.type('Amount', '5');
  await dialog.confirm();
  expect(dialog.page.textContent).not.toContain('Enter the amount.');
  expect(document.activeElement).toBe(dialog.reason);
  expect(sent).toEqual([]);

  await dialog.giveReason('ok');
  await dialog.confirm();
  expect(dialog.page.textContent).toContain('Give a reason, in at least 3 characters.');
  expect(sent).toEqual([]);

  await dialog.giveReason();
  await dialog.confirm();
  expect(sent).toEqual([{ amount: '5', reason: 'They called' }]);
  expect(dialog.closed()).toBe(1);
});

it('after a refusal the dialog keeps every entry, says why, and can be sent again', async () => {
  const refusals = [new DeskError(409, 'InProgress')];
  const dialog = await open(async () => {
    const refusal = refusals.shift();
    if (refusal) throw refusal;
  });
  await dialog.type('Amount', '5');
  await dialog.giveReason();
  await dialog.confirm();
  expect(dialog.alerts()).toEqual(['A payment of this loan is in progress. Try again in a few minutes.']);
  expect([dialog.field('Amount').value, dialog.reason.value]).toEqual(['5', 'They called']);
  expect(dialog.closed()).toBe(0);
  await dialog.confirm();
  expect(dialog.closed()).toBe(1);
});

it('sends once however often its button is pressed', async () => {
  let sent = 0;
  const dialog = await open(() => {
    sent += 1;
    return new Promise(() => undefined);
  });
  await dialog.type('Amount', '5');
  await dialog.giveReason();
  await dialog.press('Pay now');
  await dialog.confirm();
  expect(sent).toBe(1);
});

it('says what is in the way once its button is pressed', async () => {
  const sent: Sent[] = [];
  const dialog = await open(async (each) => sent.push(each), { obstacle: 'This loan is closed.' });
  await dialog.type('Amount', '5');
  await dialog.giveReason();
  expect(dialog.alerts()).toEqual([]);
  await dialog.confirm();
  expect(dialog.alerts()).toEqual(['This loan is closed.']);
  expect(sent).toEqual([]);
});

it('says once why the entries are refused: at once, and as a problem after the press', async () => {
  const sent: Sent[] = [];
  const refusal = 'This loan has this rate already.';
  const dialog = await open(async (each) => sent.push(each), { refusal, obstacle: 'Wait.' });
  await dialog.type('Amount', '5');
  await dialog.giveReason();
  expect(dialog.page.textContent.split(refusal)).toHaveLength(2);
  expect(dialog.alerts()).toEqual([]);
  await dialog.confirm();
  expect(dialog.page.textContent.split(refusal)).toHaveLength(2);
  expect(dialog.alerts()).toEqual([refusal]);
  expect(sent).toEqual([]);
});

it('fails at once while offline instead of sending it later', async () => {
  onTestFinished(() => onlineManager.setOnline(true));
  onlineManager.setOnline(false);
  const dialog = await open(() => Promise.reject(new DeskError(0, 'Offline')));
  await dialog.type('Amount', '5');
  await dialog.giveReason();
  await dialog.confirm();
  expect(dialog.alerts()).toEqual([
    "The server doesn't answer. Check your connection and try again. Nothing is done twice.",
  ]);
});
