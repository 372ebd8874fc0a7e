import { useState } from 'react';

interface ToldOnce {
  readonly isTold: boolean;
  readonly tellIn: (view: string) => void;
}

/**
 * An outcome that one view of a screen tells, such as the list after a message was sent. It is forgotten when another
 * view opens, so coming back doesn't tell it again.
 * @param view the open one
 */
export function useToldOnce(view: string): ToldOnce {
  const [{ seen, told }, setState] = useState<{ readonly seen: string; readonly told: string | null }>({
    seen: view,
    told: null,
  });
  if (seen !== view) setState({ seen: view, told: told === view ? told : null });
  return { isTold: told === view, tellIn: (where) => setState({ seen: view, told: where }) };
}
