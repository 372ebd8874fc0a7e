import { expect, it } from 'vitest';
import { handOverCredentials, takeHandedOver } from './handed-over-login.ts';

it('handed-over credentials are returned only once', () => {
  const entry = { username: 'li.wei', password: 'Harbor-2026!' };
  handOverCredentials(entry);
  expect(takeHandedOver()).toEqual({ kind: 'credentials', entry });
  expect(takeHandedOver()).toBeNull();
});
