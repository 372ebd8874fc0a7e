import { expect, it } from 'vitest';
import { changesBetween, optsIn, revertFailed, type Subscription } from './subscriptions.ts';

const one: Subscription = { brandingId: '1', brandingName: 'First', marketing: false, account: true };
const two: Subscription = { brandingId: '2', brandingName: 'Second', marketing: false, account: false };

it('only changes are sent; unchanged flags are null', () => {
  expect(changesBetween([one, two], [one, two])).toEqual([]);
  expect(changesBetween([one, two], [one, { ...two, account: true }])).toEqual([
    { brandingId: '2', marketing: null, account: true },
  ]);
  expect(changesBetween([one, two], [{ ...one, marketing: true, account: false }, two])).toEqual([
    { brandingId: '1', marketing: true, account: false },
  ]);
});

it('after a failure, only the flags that were not set are reverted', () => {
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

it('a brand missing from the answer is reverted completely', () => {
  expect(revertFailed([one, two], [one, { ...two, account: true }], [])).toEqual([one, two]);
});

it('a phone gets texts if any brand may send them', () => {
  expect(optsIn([two, one])).toBe(true);
  expect(optsIn([two])).toBe(false);
});
