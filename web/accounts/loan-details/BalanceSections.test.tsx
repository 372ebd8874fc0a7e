import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '#tests/builders/render-screen.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { BalanceSections } from './BalanceSections.tsx';
import { loanStoryQuery } from './loan-data.ts';
import { sampleLoan, sampleStory } from './sample-loan.ts';

it('keeps the focus on an unfolded heading of a phone while figures and charts come', async () => {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { matches: media.includes('max-width'), media }),
  );
  const { page, press } = await renderScreen(<BalanceSections details={sampleLoan} />);
  const heading = page.querySelector('button');
  expect(heading?.textContent).toBe('Balance');
  heading?.focus();
  await press('Balance');
  expect(page.querySelector('output')?.textContent).toBe('Loading…');
  await act(async () => queryClient.setQueryData(loanStoryQuery(sampleLoan.accountNumber).queryKey, sampleStory));
  await act(() => vi.dynamicImportSettled());
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  await vi.waitFor(() => expect(page.querySelector('svg[role="img"], figure, table')).not.toBeNull(), 5_000);
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  expect(document.activeElement).toBe(heading);
  expect(heading?.getAttribute('aria-expanded')).toBe('true');
});
