import { expect, test } from 'vitest';
import { render } from '#web/ui/render-component.tsx';
import { LimitAlerts } from './LimitAlerts.tsx';
import type { RateDay } from './ReturnsPanel.tsx';

function dayWith(on: string, counts: Partial<RateDay> = {}): RateDay {
  return { on, drafts: 1_000, unauthorized: 0, administrative: 0, overall: 0, ...counts };
}

test('a limit exceeded on the last day is said in words, with numerator and denominator', async () => {
  const { page } = await render(
    <LimitAlerts days={[dayWith('2026-11-20'), dayWith('2026-11-21', { unauthorized: 6, overall: 6 })]} />,
  );
  expect([...page.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent)).toEqual([
    'Unauthorized returns are above Nacha’s limit of 0.5%: 0.60%, 6 of 1000 drafts in the 60 days through Nov 21, 2026. The codes below show the causes.',
  ]);
  expect(page.querySelector('[role="status"]')).toBeNull();
});

test('one that was exceeded on earlier days only is said too, and is not an alarm', async () => {
  const above = { administrative: 31, overall: 31 };
  const { page } = await render(
    <LimitAlerts days={[dayWith('2026-11-18', above), dayWith('2026-11-19', above), dayWith('2026-11-20')]} />,
  );
  expect(page.textContent).toBe(
    'Account data returns were above Nacha’s limit of 3% on 2 days, last with 3.10%, 31 of 1000 drafts in the 60 days through Nov 19, 2026.',
  );
  expect(page.querySelector('[role="alert"]')).toBeNull();
});

test('nothing is said at a limit, or without drafts', async () => {
  const at = dayWith('2026-11-20', { unauthorized: 5, administrative: 30, overall: 150 });
  const { page } = await render(<LimitAlerts days={[at, dayWith('2026-11-21', { drafts: 0, overall: 3 })]} />);
  expect(page.textContent).toBe('');
});
