import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { CallResult, Refused, Unreachable } from './client.ts';
import { queryClient } from './query-client.ts';

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

class ActionError extends Error {
  override readonly name = 'ActionError';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** Use this for every change on the server. */
export function useAction<Input = void, Body = unknown>(
  send: (input: Input) => Promise<Outcome<Body>>,
  { onDone, onFailed }: Handlers<Input, Body> = {},
): Action<Input> {
  const running = useRef<symbol | null>(null);
  const mutation = useMutation(
    {
      mutationFn: async (input: Input) => {
        const outcome = await send(input);
        if (outcome.kind === 'answer') return outcome.body;
        throw new ActionError(outcome);
      },
      onSuccess: async (body, input) => {
        await onDone?.(body, input);
      },
      onError: async (error, input) => {
        if (error instanceof ActionError) await onFailed?.(error.failure, input);
      },
      // Fails when offline, instead of being sent later.
      networkMode: 'always',
      // Removes passwords and card numbers from the cache with the screen.
      gcTime: 0,
    },
    // Public screens have no provider.
    queryClient,
  );

  async function run(input: Input) {
    if (running.current) return;
    const own = Symbol();
    running.current = own;
    try {
      await mutation.mutateAsync(input);
    } catch (error) {
      if (!(error instanceof ActionError)) throw error;
    } finally {
      if (running.current === own) running.current = null;
    }
    // TanStack Query notifies the screen in a later task; forms then look for the first invalid field.
    await new Promise((resolve) => setTimeout(resolve));
  }

  return {
    busy: mutation.isPending,
    done: mutation.isSuccess,
    failure: mutation.error instanceof ActionError ? mutation.error.failure : null,
    run,
    clear() {
      running.current = null;
      mutation.reset();
    },
  };
}
