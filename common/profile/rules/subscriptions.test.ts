import { expect, it } from 'vitest';
import { changesBetween, optsIn, revertFailed, type Subscription } from './subscriptions.ts';

const one: Subscription = { brandingId: '1', brandingName: 'First', marketing: false, account: true };
const two: Subscription = { brandingId: '2', brandingName: 'Second', marketing: false, account: false };

it('only what changes is sent, and a flag that stays is null', () => {
  expect(changesBetween([one, two], [one, two])).toEqual([]);
  expect(changesBetween([one, two], [one, { ...two, account: true }])).toEqual([
    { brandingId: '2', marketing: null, account: true },
  ]);
  expect(changesBetween([one, two], [{ ...one, marketing: true, account: false }, two])).toEqual([
    { brandingId: '1', marketing: true, account: false },
  ]);
});

it('after a failure only the flags that were not set go back', () => {
  const wanted = [
    { ...one, marketing: true },
    { ...two, marketing: true, account: true },
  ];
  const outcomes = [
    { brandingId: '1', marketing: true, account: null },
    { brandingId: '2', marketing: false, account: true },
  ];
  expect(revertFailed([one, two], wanted, outcomes)).toEqual([
    { ...one, marketing: true },
    { ...two, account: true },
  ]);
});

it('a brand of which nothing was reported goes back as a whole', () => {
  expect(revertFailed([one, two], [one, { ...two, account: true }], [])).toEqual([one, two]);
});

it('a phone is texted when any brand may', () => {
  expect(optsIn([two, one])).toBe(true);
  expect(optsIn([two])).toBe(false);
});
