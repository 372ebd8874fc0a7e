import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { CallResult, Refused, Unreachable } from './client.ts';

/** The browser prevented the action, not the server. */
export interface Stopped {
  readonly kind: 'stopped';
  readonly text: TextKey;
}

export type Failure = Refused | Unreachable | Stopped;

export type Outcome<Body> = CallResult<Body> | Stopped;

export interface Action<Input> {
  readonly busy: boolean;
  readonly done: boolean;
  /** Why the last run failed; null during a new run. */
  readonly failure: Failure | null;
  /** Resolves when the screen shows the outcome. Ignored while busy. */
  readonly run: (input: Input) => Promise<void>;
  /** Discards the last run, also one still in progress. */
  readonly clear: () => void;
}

interface Handlers<Input, Body> {
  /** Runs before `busy` ends, so it may load or navigate. */
  readonly onDone?: (body: Body, input: Input) => unknown;
  readonly onFailed?: (failure: Failure, input: Input) => unknown;
}

type Progress = Pick<Action<unknown>, 'busy' | 'done' | 'failure'>;

const idle: Progress = { busy: false, done: false, failure: null };

/**
 * Use this for every change on the server. Fails when offline, instead of sending later, and keeps no copy of what was
 * sent, such as passwords.
 */
export function useAction<Input = void, Body = unknown>(
  send: (input: Input) => Promise<Outcome<Body>>,
  handlers: Handlers<Input, Body> = {},
): Action<Input> {
  const [progress, setProgress] = useState(idle);
  const running = useRef<symbol | null>(null);
  // A run that takes long ends with what the screen shows by then.
  const latest = useRef({ send, handlers });
  useLayoutEffect(() => {
    latest.current = { send, handlers };
  });

  async function run(input: Input) {
    if (running.current) return;
    const own = Symbol();
    running.current = own;
    setProgress({ ...idle, busy: true });
    let end = idle;
    try {
      const outcome = await latest.current.send(input);
      const { onDone, onFailed } = latest.current.handlers;
      if (outcome.kind === 'answer') {
        await onDone?.(outcome.body, input);
        end = { ...idle, done: true };
      } else {
        await onFailed?.(outcome, input);
        end = { ...idle, failure: outcome };
      }
    } finally {
      if (running.current === own) {
        running.current = null;
        flushSync(() => setProgress(end));
      }
    }
    // What the handlers changed shows in a later task; forms then look for the first invalid field.
    await new Promise((resolve) => setTimeout(resolve));
  }

  return {
    ...progress,
    run,
    clear() {
      running.current = null;
      setProgress(idle);
    },
  };
}
