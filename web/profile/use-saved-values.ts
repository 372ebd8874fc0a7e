import { useEffectEvent, useLayoutEffect, useState } from 'react';

/** An edited field that was changed elsewhere to another value. */
export interface Conflict<Name extends string> {
  readonly name: Name;
  readonly onFile: string;
  readonly typed: string;
}

interface SavedValues<Name extends string> {
  readonly isEdited: (name: Name) => boolean;
  readonly conflicts: readonly Conflict<Name>[];
}

type Values<Name extends string> = Readonly<Record<Name, string>>;

/**
 * Follows saved values, which another window may change: fields without edits take them over, edits stay.
 * @param take puts a saved value into the form
 */
export function useSavedValues<Name extends string>(
  saved: Values<Name>,
  values: Values<Name>,
  take: (name: Name, value: string) => void,
): SavedValues<Name> {
  const names = Object.keys(saved) as Name[];
  // `shown` are the saved values that the customer's edits began with.
  const [{ latest, shown, fresh }, follow] = useState({ latest: saved, shown: saved, fresh: [] as readonly Name[] });
  if (names.some((name) => latest[name] !== saved[name])) {
    const unedited = names.filter((name) => values[name] === shown[name] || values[name] === saved[name]);
    const taken = Object.fromEntries(unedited.map((name) => [name, saved[name]]));
    follow({ latest: saved, shown: { ...shown, ...taken }, fresh: unedited });
  }
  const takeOver = useEffectEvent((of: readonly Name[]) => {
    for (const name of of) take(name, saved[name]);
  });
  useLayoutEffect(() => takeOver(fresh), [fresh]);

  const isEdited = (name: Name) => values[name] !== saved[name];
  return {
    isEdited,
    conflicts: names
      .filter((name) => isEdited(name) && saved[name] !== shown[name])
      .map((name) => ({ name, onFile: saved[name], typed: values[name] })),
  };
}
