import { act, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from '#web/ui/render-component.tsx';
import { Nearby } from './Nearby.tsx';

/** Brings the customer near to everything. */
let approach: () => void;
const print = vi.fn<() => void>();

beforeEach(() => {
  const changes = new Set<() => void>();
  approach = () => changes.forEach((change) => change());
  class Watcher {
    readonly #onChange: (entries: readonly { isIntersecting: boolean }[]) => void;
    constructor(onChange: (entries: readonly { isIntersecting: boolean }[]) => void) {
      this.#onChange = onChange;
    }
    observe() {
      this.#onChange([{ isIntersecting: false }]);
      changes.add(() => this.#onChange([{ isIntersecting: true }]));
    }
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Watcher);
  vi.stubGlobal('print', print);
  return () => void vi.unstubAllGlobals();
});

function key(init: KeyboardEventInit): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
  document.body.dispatchEvent(event);
  return event;
}

const occasions: readonly (readonly [string, () => void])[] = [
  ['the customer comes near', () => approach()],
  ['a key is pressed, such as for the search of the browser', () => key({ key: 'f', ctrlKey: true })],
  [
    'the pointer leaves for the menu of the browser',
    () => document.documentElement.dispatchEvent(new Event('pointerleave')),
  ],
  ['another window takes the focus', () => dispatchEvent(new Event('blur'))],
  ['the page is printed', () => dispatchEvent(new Event('beforeprint'))],
];

for (const [occasion, happen] of occasions) {
  test(`a part far below comes when ${occasion}`, async () => {
    const { page } = await render(<Nearby name={occasion}>History</Nearby>);
    expect(page.textContent).toBe('');
    await act(async () => happen());
    expect(page.textContent).toBe('History');
  });
}

test('the keys that print wait for all parts', async () => {
  const { page } = await render(<Nearby name="keys">History</Nearby>);
  const printed = vi.fn<(text: string | null) => void>();
  print.mockImplementation(() => printed(page.textContent));
  const events: KeyboardEvent[] = [];
  await act(async () => void events.push(key({ key: 'p', metaKey: true })));
  expect(events[0]?.defaultPrevented).toBe(true);
  expect(printed).toHaveBeenCalledExactlyOnceWith('History');
  // Nothing waits anymore, so the browser prints.
  expect(key({ key: 'p', metaKey: true }).defaultPrevented).toBe(false);
});

test('a part that has come is there at once when the customer is back', async () => {
  function Screen() {
    const [away, setAway] = useState(false);
    return (
      <>
        <button onClick={() => setAway(!away)}>Go</button>
        {!away && <Nearby name="back">History</Nearby>}
      </>
    );
  }
  const { page, press } = await render(<Screen />);
  await act(async () => approach());
  await press('Go');
  expect(page.textContent).toBe('Go');
  await press('Go');
  expect(page.textContent).toBe('GoHistory');
});
