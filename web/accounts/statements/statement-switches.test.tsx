import { expect, it } from 'vitest';
import type { PublicOptions } from '#common/contract/all-options.ts';
import { renderScreen } from '#tests/builders/render-screen.tsx';
import { StatementFormatChoice } from './StatementFormatChoice.tsx';

async function electronicWith(options: Partial<PublicOptions>) {
  return renderScreen(<StatementFormatChoice accountNumber="101-004417-2" isElectronic needed={[]} />, { options });
}

it.each<[Partial<PublicOptions>, number]>([
  [{}, 1],
  [{ 'estatementOptions.enablePaperStatements': false }, 0],
  [{ 'estatementOptions.enablePaperStatements': false, 'estatementOptions.alwaysShowToggle': true }, 1],
])('electronic statements under %j show %i switch', async (options, count) => {
  const { page } = await electronicWith(options);
  expect(page.querySelectorAll('[role=switch]')).toHaveLength(count);
});

it('estatementOptions.withdrawalText replaces the consequences of returning to paper', async () => {
  const { page } = await electronicWith({ 'estatementOptions.withdrawalText': '<p>Paper costs $2 a month.</p>' });
  expect(page.textContent).not.toContain('Paper costs');
  await pressSwitch(page);
  expect(page.querySelector('dialog')?.textContent).toContain('Paper costs $2 a month.');
});

async function pressSwitch(page: HTMLElement): Promise<void> {
  const { act } = await import('react');
  await act(async () => page.querySelector<HTMLElement>('[role=switch]')?.click());
}
