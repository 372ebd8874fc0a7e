import { useState } from 'react';
import { type Conflict, conflictsOf, type Edits, valuesOf, withEdits } from './edits.ts';

export interface EditedFields<Name extends string> {
  readonly values: Readonly<Record<Name, string>>;
  readonly isTouched: (name: Name) => boolean;
  /** Touched fields that were changed elsewhere as well. */
  readonly conflicts: readonly Conflict<Name>[];
  readonly change: (part: Partial<Readonly<Record<Name, string>>>) => void;
  /** Gives up what was typed. */
  readonly revert: () => void;
  /** What was typed is on file now, as the server made it. */
  readonly settle: (saved: Readonly<Record<Name, string>>) => void;
}

/** Fields that are edited on top of what is on file, which another window may change meanwhile. */
export function useEdits<Name extends string>(saved: Readonly<Record<Name, string>>): EditedFields<Name> {
  const [edits, setEdits] = useState<Edits<Name>>(() => new Map());
  // What is on file by now needs no saving.
  if ([...edits].some(([name, { value }]) => value === saved[name])) setEdits(withEdits(edits, {}, saved));
  return {
    values: valuesOf(edits, saved),
    isTouched: (name) => edits.has(name),
    conflicts: conflictsOf(edits, saved),
    change: (part) => setEdits((now) => withEdits(now, part, saved)),
    revert: () => setEdits(new Map()),
    // They go by themselves as soon as what is on file has arrived here.
    settle: (kept) =>
      setEdits((now) => new Map([...now].map(([name, edit]) => [name, { ...edit, value: kept[name] }]))),
  };
}
