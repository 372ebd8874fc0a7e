import { useState } from 'react';
import { type Conflict, conflictsOf, type Edits, valuesOf, withEdits } from './edits.ts';

export interface EditedFields<Name extends string> {
  readonly values: Readonly<Record<Name, string>>;
  readonly isTouched: (name: Name) => boolean;
  /** Touched fields that were changed elsewhere too. */
  readonly conflicts: readonly Conflict<Name>[];
  readonly change: (part: Partial<Readonly<Record<Name, string>>>) => void;
  readonly revert: () => void;
  /** Called after saving, with the server's values. */
  readonly settle: (saved: Readonly<Record<Name, string>>) => void;
}

/** Edits on top of saved values, which another window may change meanwhile. */
export function useEdits<Name extends string>(saved: Readonly<Record<Name, string>>): EditedFields<Name> {
  const [edits, setEdits] = useState<Edits<Name>>(() => new Map());
  // A value that is already saved needs no saving.
  if ([...edits].some(([name, { value }]) => value === saved[name])) setEdits(withEdits(edits, {}, saved));
  return {
    values: valuesOf(edits, saved),
    isTouched: (name) => edits.has(name),
    conflicts: conflictsOf(edits, saved),
    change: (part) => setEdits((now) => withEdits(now, part, saved)),
    revert: () => setEdits(new Map()),
    // Edits disappear once the saved values arrive here.
    settle: (kept) =>
      setEdits((now) => new Map([...now].map(([name, edit]) => [name, { ...edit, value: kept[name] }]))),
  };
}
