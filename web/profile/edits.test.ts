import { describe, expect, it } from 'vitest';
import { conflictsOf, type Edits, valuesOf, withEdits } from './edits.ts';

type Name = 'login' | 'email';
const shown = { login: 'li.wei', email: 'li@example.com' };
const none: Edits<Name> = new Map();

describe('an edited field', () => {
  it('shows the saved value until it is edited, even when that changes', () => {
    const edits = withEdits(none, { login: 'li.wei.2' }, shown);
    expect(valuesOf(edits, { ...shown, email: 'new@example.com' })).toEqual({
      login: 'li.wei.2',
      email: 'new@example.com',
    });
  });

  it('is clean again when the saved value is typed back', () => {
    const edits = withEdits(withEdits(none, { login: 'li' }, shown), { login: 'li.wei' }, shown);
    expect(edits.size).toBe(0);
  });

  it('has no conflict if another field changed elsewhere', () => {
    const edits = withEdits(none, { login: 'li.wei.2' }, shown);
    expect(conflictsOf(edits, { ...shown, email: 'new@example.com' })).toEqual([]);
  });

  it('has a conflict, with both values, if the same field changed elsewhere', () => {
    const edits = withEdits(none, { email: 'mine@example.com' }, shown);
    const now = { ...shown, email: 'theirs@example.com' };
    expect(conflictsOf(edits, now)).toEqual([
      { name: 'email', onFile: 'theirs@example.com', typed: 'mine@example.com' },
    ]);
    // Further typing doesn't hide it.
    const further = withEdits(edits, { email: 'mine2@example.com' }, now);
    expect(conflictsOf(further, now)).toHaveLength(1);
  });

  it('has no conflict if the same value was saved elsewhere', () => {
    const edits = withEdits(none, { email: 'mine@example.com' }, shown);
    expect(conflictsOf(edits, { ...shown, email: 'mine@example.com' })).toEqual([]);
  });
});
