import { describe, expect, it } from 'vitest';
import { conflictsOf, type Edits, valuesOf, withEdits } from './edits.ts';

type Name = 'login' | 'email';
const shown = { login: 'li.wei', email: 'li@example.com' };
const none: Edits<Name> = new Map();

describe('what is typed over what is on file', () => {
  it('shows what is on file where nothing was typed, also when that changes', () => {
    const edits = withEdits(none, { login: 'li.wei.2' }, shown);
    expect(valuesOf(edits, { ...shown, email: 'new@example.com' })).toEqual({
      login: 'li.wei.2',
      email: 'new@example.com',
    });
  });

  it('forgets what is typed back', () => {
    const edits = withEdits(withEdits(none, { login: 'li' }, shown), { login: 'li.wei' }, shown);
    expect(edits.size).toBe(0);
  });

  it('is no conflict when another field was changed elsewhere', () => {
    const edits = withEdits(none, { login: 'li.wei.2' }, shown);
    expect(conflictsOf(edits, { ...shown, email: 'new@example.com' })).toEqual([]);
  });

  it('is a conflict, with both values, when the same field was', () => {
    const edits = withEdits(none, { email: 'mine@example.com' }, shown);
    const now = { ...shown, email: 'theirs@example.com' };
    expect(conflictsOf(edits, now)).toEqual([
      { name: 'email', onFile: 'theirs@example.com', typed: 'mine@example.com' },
    ]);
    // Typing on does not hide it.
    const further = withEdits(edits, { email: 'mine2@example.com' }, now);
    expect(conflictsOf(further, now)).toHaveLength(1);
  });

  it('is no conflict when the same value was saved elsewhere', () => {
    const edits = withEdits(none, { email: 'mine@example.com' }, shown);
    expect(conflictsOf(edits, { ...shown, email: 'mine@example.com' })).toEqual([]);
  });
});
