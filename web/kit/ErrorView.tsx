import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { reportClientError } from '#web/data/client-errors.ts';
import { SessionUnknown } from '#web/data/restore-session.ts';
import { LoadError } from './LoadError.tsx';

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
  // The page loaded, but the server didn't say who is signed in.
  const unknown = error instanceof SessionUnknown ? error : null;
  return (
    <LoadError
      recoverable={isMissingFile(error) ? 'atOnce' : unknown ? 'later' : 'no'}
      onTryAgain={() => void tryAgain()}
      reference={unknown?.cause}
    />
  );
}

/** Matches the messages of Chrome, Firefox and Safari for scripts, and of the build for style sheets. */
function isMissingFile(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
  );
}
