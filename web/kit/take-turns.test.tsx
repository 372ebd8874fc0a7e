import { act, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from '#web/ui/render-component.tsx';

beforeEach(() => {
  vi.resetModules();
  // jsdom has no idle callbacks, like some browsers.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  return () => void vi.useRealTimers();
});

/** Each test has a first screen of its own. */
async function loadUseTurn({ phone }: { readonly phone: boolean }) {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { matches: phone && media.includes('max-width'), media }),
  );
  return (await import('./take-turns.ts')).useTurn;
}

const idle = () => act(async () => vi.runAllTimers());

test('on a phone, parts of the first screen come one after the other', async () => {
  const useTurn = await loadUseTurn({ phone: true });
  function Part({ name }: { readonly name: string }) {
    return useTurn(false) && <p>{name}</p>;
  }
  const { page } = await render(
    <>
      <Part name="Balance" />
      <Part name="History" />
    </>,
  );
  expect(page.textContent).toBe('');
  await act(async () => vi.advanceTimersToNextTimer());
  expect(page.textContent).toBe('Balance');
  await idle();
  expect(page.textContent).toBe('BalanceHistory');
  const later = await render(<Part name="Later screen" />);
  expect(later.page.textContent).toBe('Later screen');
});

test('what is seen does not wait, and stays when it is folded again', async () => {
  const useTurn = await loadUseTurn({ phone: true });
  function Part() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(!open)}>Fold</button>
        {useTurn(open) && <p>Balance</p>}
      </>
    );
  }
  const { page, press } = await render(<Part />);
  await press('Fold');
  expect(page.textContent).toBe('FoldBalance');
  await press('Fold');
  expect(page.textContent).toBe('FoldBalance');
});

test('paper gets all parts at once', async () => {
  const useTurn = await loadUseTurn({ phone: true });
  function Part({ name }: { readonly name: string }) {
    return useTurn(false) && <p>{name}</p>;
  }
  const { page } = await render(
    <>
      <Part name="Balance" />
      <Part name="History" />
    </>,
  );
  await act(async () => dispatchEvent(new Event('beforeprint')));
  expect(page.textContent).toBe('BalanceHistory');
});

test('a wide window shows everything at once', async () => {
  const useTurn = await loadUseTurn({ phone: false });
  function Part() {
    return useTurn(false) && <p>Balance</p>;
  }
  expect((await render(<Part />)).page.textContent).toBe('Balance');
});
