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
  it('open the first and keep the others waiting', () => {
    expect(states({}, [])).toEqual(['from open', 'to waiting', 'seat waiting']);
  });

  it('collapse a finished step and open the next', () => {
    expect(states({ from: 'here' }, ['from'])).toEqual(['from done', 'to open', 'seat waiting']);
  });

  it('keep a step open that is filled in but not finished', () => {
    expect(states({ from: 'here' }, [])).toEqual(['from open', 'to waiting', 'seat waiting']);
  });

  it('open a finished step again when it is no longer complete', () => {
    expect(states({ to: 'there' }, ['from', 'to'])).toEqual(['from open', 'to waiting', 'seat waiting']);
  });

  it('leave out a step that earlier answers make unnecessary', () => {
    expect(states({ from: 'here', to: 'next door' }, ['from', 'to'])).toEqual(['from done', 'to done']);
  });
});

describe('facts that change outside a wizard', () => {
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

  it('open a finished step again when it is no longer valid', () => {
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

  it('clears every later step, which must be finished again', () => {
    const after = changed(steps, whole, 'from', 'elsewhere');
    expect(after.values).toEqual({ from: 'elsewhere' });
    expect([...after.finished]).toEqual([]);
  });

  it('keeps later steps finished that were passed with their defaults', () => {
    const passed = { values: { from: 'here', seat: '4A' }, finished: new Set(['from', 'to', 'seat']), touched: true };
    const after = changed(steps, passed, 'from', 'elsewhere');
    expect(after.values).toEqual({ from: 'elsewhere' });
    expect([...after.finished]).toEqual(['to']);
  });

  it('keeps the steps before it', () => {
    const after = changed(steps, whole, 'to', 'far away');
    expect(after.values).toEqual({ from: 'here', to: 'far away' });
    expect([...after.finished]).toEqual(['from']);
  });

  it('changes nothing if it equals the previous entry', () => {
    expect(changed(steps, whole, 'from', 'here')).toBe(whole);
  });
});
