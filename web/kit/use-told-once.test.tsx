import { useState } from 'react';
import { expect, it } from 'vitest';
import { render } from '#web/ui/render-component.tsx';
import { useToldOnce } from './use-told-once.ts';

/** A list, and a form that leads back to it once it was sent. */
function Messages() {
  const [view, open] = useState('list');
  const { isTold, tellIn } = useToldOnce(view);
  function send() {
    tellIn('list');
    open('list');
  }
  return (
    <>
      <button type="button" onClick={() => open('list')}>
        Back
      </button>
      <button type="button" onClick={() => open('new')}>
        Write
      </button>
      <button type="button" onClick={send}>
        Send
      </button>
      <output>{isTold && 'Sent'}</output>
    </>
  );
}

const saidIn = (page: HTMLElement) => page.querySelector('output')?.textContent;

it('a message that was sent is told in the list that opens then, and not when the customer comes back to it', async () => {
  const { page, press } = await render(<Messages />);
  await press('Write');
  await press('Send');
  expect(saidIn(page)).toBe('Sent');
  await press('Write');
  expect(saidIn(page)).toBe('');
  await press('Back');
  expect(saidIn(page)).toBe('');
});

it('nothing is told where nothing was sent', async () => {
  const { page, press } = await render(<Messages />);
  await press('Write');
  await press('Back');
  expect(saidIn(page)).toBe('');
});
