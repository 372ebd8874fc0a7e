import { describe, expect, it } from 'vitest';
import { type AnyStep, changed, showSteps } from './use-steps.ts';

interface Trip {
  from: string;
  to: string;
  seat: string;
}

const step = (id: keyof Trip, applies: (values: Partial<Trip>) => boolean = () => true) =>
  ({
    id,
    title: 'shell.menu',
    applies,
    complete: (values: Partial<Trip>) => values[id] !== undefined,
    component: () => null,
    summary: () => null,
  }) as AnyStep<Trip>;

const steps = [step('from'), step('to'), step('seat', (values) => values.to !== 'next door')];
const states = (values: Partial<Trip>, finished: (keyof Trip)[]) =>
  showSteps(steps, values, new Set(finished), undefined).map((shown) => `${shown.step.id} ${shown.state}`);

describe('the steps of a wizard', () => {
  it('open the first one and let the others wait', () => {
    expect(states({}, [])).toEqual(['from open', 'to waiting', 'seat waiting']);
  });

  it('fold a finished step and open the next', () => {
    expect(states({ from: 'here' }, ['from'])).toEqual(['from done', 'to open', 'seat waiting']);
  });

  it('keep a step open that is filled in but not finished', () => {
    expect(states({ from: 'here' }, [])).toEqual(['from open', 'to waiting', 'seat waiting']);
  });

  it('open a finished step again when it is no longer complete', () => {
    expect(states({ to: 'there' }, ['from', 'to'])).toEqual(['from open', 'to waiting', 'seat waiting']);
  });

  it('leave out a step that the answers before it make needless', () => {
    expect(states({ from: 'here', to: 'next door' }, ['from', 'to'])).toEqual(['from done', 'to done']);
  });
});

describe('what a wizard knows besides its entries', () => {
  const book: AnyStep<Trip, { readonly fullTrains: readonly string[] }>[] = [
    {
      id: 'to',
      title: 'shell.menu',
      applies: () => true,
      complete: (values, facts) => !facts.fullTrains.includes(values.to ?? ''),
      component: () => null,
      summary: () => null,
    },
  ];
  const statesWhen = (fullTrains: readonly string[]) =>
    showSteps(book, { to: 'there' }, new Set(['to']), { fullTrains }).map((shown) => shown.state);

  it('opens a finished step again when it no longer stands', () => {
    expect(statesWhen([])).toEqual(['done']);
    expect(statesWhen(['there'])).toEqual(['open']);
  });
});

describe('an entry in an earlier step', () => {
  const whole = {
    values: { from: 'here', to: 'there', seat: '4A' },
    finished: new Set(['from', 'to', 'seat']),
    touched: true,
  };

  it('empties every later step and opens it for finishing again', () => {
    const after = changed(steps, whole, 'from', 'elsewhere');
    expect(after.values).toEqual({ from: 'elsewhere' });
    expect([...after.finished]).toEqual([]);
  });

  it('leaves the steps before it alone', () => {
    const after = changed(steps, whole, 'to', 'far away');
    expect(after.values).toEqual({ from: 'here', to: 'far away' });
    expect([...after.finished]).toEqual(['from']);
  });

  it('changes nothing when it says what was said before', () => {
    expect(changed(steps, whole, 'from', 'here')).toBe(whole);
  });
});
