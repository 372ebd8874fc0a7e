import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { reportClientError } from '#web/data/client-errors.ts';
import { LoadError } from './LoadError.tsx';
import type { Recoverable } from './use-recovery-when-back.ts';

/** Replaces a screen that failed to load or render (A 2.1, A 2.2) and reports the error. */
export function ErrorView({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => reportClientError(error), [error]);

  async function tryAgain() {
    if (isMissingFile(error)) {
      location.reload();
      return;
    }
    reset();
    await router.invalidate();
  }
  return (
    <LoadError
      recoverable={recoverable(error)}
      onTryAgain={() => void tryAgain()}
      reference={error instanceof Error && typeof error.cause === 'string' ? error.cause : undefined}
    />
  );
}

function recoverable(error: unknown): Recoverable {
  if (isMissingFile(error)) return 'atOnce';
  // The page loaded, but the server didn't say who is signed in.
  return error instanceof Error && error.name === 'SessionUnknown' ? 'later' : 'no';
}

/** Matches the messages of Chrome, Firefox and Safari for scripts, and of the build for style sheets. */
function isMissingFile(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
  );
}
