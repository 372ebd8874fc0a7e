import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from '#web/ui/render-component.tsx';
import { lazily } from './lazily.tsx';
import { printPage } from './print-page.ts';

const print = vi.fn<() => void>();
vi.stubGlobal('print', print);

function Chart() {
  return <p>Chart</p>;
}

it('waits for what is still loading', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Chart>();
  const Late = lazily(() => promise);
  const { page } = await render(<Late />);
  let printed: string | null = null;
  print.mockImplementation(() => {
    printed = page.textContent;
  });
  printPage();
  expect(printed).toBeNull();
  await act(async () => resolve(Chart));
  await vi.waitFor(() => expect(printed).toBe('Chart'), 5_000);
});

it('prints at once what has been loaded before it is shown', async () => {
  const Late = lazily(async () => Chart);
  await Late.preload();
  const { page } = await render(<Late />);
  print.mockClear();
  printPage();
  expect(print).toHaveBeenCalledOnce();
  expect(page.textContent).toBe('Chart');
});
