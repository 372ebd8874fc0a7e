import { expect, test } from 'vitest';
import { ordinarySettings } from '#tests/builders/payment-samples.ts';
import { type Change, recurringChange, scheduledChange } from './changes.ts';
import { findHostMessage, hostMessages } from './host-messages.ts';
import type { PaymentSettings } from './payment-settings.ts';

const allowed = { allowed: true };
const refused = (reason: string) => ({ allowed: false, reason });
const keptBack = { released: false, paused: true };

test.each<['delete' | 'edit', boolean, Partial<PaymentSettings>, object]>([
  ['delete', false, {}, allowed],
  ['delete', true, {}, refused('Released')],
  ['delete', false, { scheduledDeletionAllowed: false }, refused('NotOffered')],
  ['delete', false, { scheduledDeletionAllowed: false, scheduledPaymentManager: true }, allowed],
  ['delete', true, { scheduledPaymentManager: true }, refused('Released')],
  ['edit', false, {}, allowed],
  ['edit', true, {}, refused('Released')],
  ['edit', false, { scheduledEditAllowed: false, scheduledPaymentManager: true }, refused('NotOffered')],
])('%s a scheduled payment (released: %s) under %j', (change, released, settings, expected) => {
  expect(scheduledChange(change, { released }, { ...ordinarySettings, ...settings })).toEqual(expected);
});

test.each<[Change, boolean, Partial<PaymentSettings>, object]>([
  ['delete', false, {}, allowed],
  ['delete', true, {}, refused('Released')],
  ['delete', false, { recurringDeletionAllowed: false }, refused('NotOffered')],
  ['edit', false, {}, allowed],
  ['edit', false, { recurringEditAllowed: false }, refused('NotOffered')],
  ['skip', false, {}, allowed],
  ['skip', false, { recurringSkipAllowed: false }, refused('NotOffered')],
  ['skip', true, {}, refused('Released')],
])('%s a recurring payment (released: %s) under %j', (change, released, settings, expected) => {
  expect(recurringChange(change, { released }, { ...ordinarySettings, ...settings })).toEqual(expected);
});

test.each<[Change, boolean, boolean, object]>([
  ['skip', true, true, refused('SkippedBefore')],
  ['skip', false, true, allowed],
  ['skip', true, false, allowed],
  ['edit', true, true, allowed],
  ['delete', true, true, allowed],
])('%s a recurring payment (past due: %s, skipped before: %s)', (change, pastDue, skippedBefore, expected) => {
  expect(recurringChange(change, { released: false, pastDue, skippedBefore }, ordinarySettings)).toEqual(expected);
});

test.each(Object.entries(hostMessages))(
  "the host's message %s is recognized, with or without its period",
  (key, words) => {
    expect(findHostMessage(words)).toBe(key);
    expect(findHostMessage(words.replace(/\.$/, ''))).toBe(key);
  },
);

test('other messages from the host are not', () => {
  expect(findHostMessage('The moon is full.')).toBeUndefined();
});

test.each<[Change, object]>([
  ['delete', allowed],
  ['edit', refused('OnHold')],
  ['skip', refused('OnHold')],
])('%s a payment that a hold code keeps back', (change, expected) => {
  expect(recurringChange(change, keptBack, ordinarySettings)).toEqual(expected);
});

test('a scheduled payment that a hold code keeps back is deleted, but not changed', () => {
  expect(scheduledChange('delete', keptBack, ordinarySettings)).toEqual(allowed);
  expect(scheduledChange('edit', keptBack, ordinarySettings)).toEqual(refused('OnHold'));
});
