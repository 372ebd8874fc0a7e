interface Edit {
  readonly value: string;
  /** The saved value when the field was first touched. */
  readonly shown: string;
}

export type Edits<Name extends string> = ReadonlyMap<Name, Edit>;

type Values<Name extends string> = Readonly<Record<Name, string>>;

export function valuesOf<Name extends string>(edits: Edits<Name>, saved: Values<Name>): Record<Name, string> {
  const values: Record<Name, string> = { ...saved };
  for (const [name, { value }] of edits) values[name] = value;
  return values;
}

/** Typing the saved value makes a field untouched again. */
export function withEdits<Name extends string>(
  edits: Edits<Name>,
  changed: Partial<Values<Name>>,
  saved: Values<Name>,
): Edits<Name> {
  const all = new Map(edits);
  for (const name of namesOf(saved)) {
    const value = changed[name] ?? edits.get(name)?.value;
    if (value === undefined || value === saved[name]) all.delete(name);
    else all.set(name, { value, shown: edits.get(name)?.shown ?? saved[name] });
  }
  return all;
}

/** A touched field that was changed elsewhere to another value. */
export interface Conflict<Name extends string> {
  readonly name: Name;
  readonly onFile: string;
  readonly typed: string;
}

export function conflictsOf<Name extends string>(edits: Edits<Name>, saved: Values<Name>): Conflict<Name>[] {
  return [...edits].flatMap(([name, { value, shown }]) =>
    saved[name] !== shown && saved[name] !== value ? [{ name, onFile: saved[name], typed: value }] : [],
  );
}

function namesOf<Name extends string>(values: Values<Name>): Name[] {
  return Object.keys(values) as Name[];
}
