import { act } from 'react';
import { expect, test } from 'vitest';
import { render } from '#web/ui/render-component.tsx';
import { FigureChart } from './FigureChart.tsx';

const figures = [
  { name: 'Nov 19', values: [0], words: '0%' },
  { name: 'Nov 20', values: [null], words: 'no drafts, so no rate' },
  { name: 'Nov 21', values: [25], words: '0.25%' },
];

function chartOf(shown: typeof figures) {
  return (
    <FigureChart
      title="Returns"
      figures={shown}
      lines={['Rate']}
      limit={{ value: 50, name: 'Limit' }}
      unit={10}
      scaleWords={(value) => `${value / 100}%`}
      none="No drafts, so there is no rate."
    >
      <table />
    </FigureChart>
  );
}

test('a line is interrupted where there is no figure, which differs from zero', async () => {
  const { page } = await render(chartOf(figures));
  const runs = [...page.querySelectorAll('polyline')].map((line) => line.getAttribute('points'));
  // Each figure is alone, so each is a dot; zero is at the bottom.
  expect(runs).toEqual(['100,154 100,154', '500,80 500,80']);
  expect(page.textContent).toContain('0.4%');
});

test('the slider reads a figure, also one that is missing', async () => {
  const { page } = await render(chartOf(figures));
  const slider = page.querySelector<HTMLInputElement>('input[type="range"]');
  expect(slider?.getAttribute('aria-valuetext')).toBe('Nov 21: 0.25%');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, '1');
    slider?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(slider?.getAttribute('aria-valuetext')).toBe('Nov 20: no drafts, so no rate');
});

test('without any figure there is a sentence instead of an empty drawing', async () => {
  const { page } = await render(chartOf(figures.map((figure) => ({ ...figure, values: [null] }))));
  expect(page.textContent).toBe('ReturnsNo drafts, so there is no rate.');
  expect(page.querySelector('svg')).toBeNull();
});
