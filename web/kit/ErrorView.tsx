import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { reportClientError } from '#web/data/client-errors.ts';
import { useLabel } from '#web/institution/settings.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { visuallyHiddenClass } from '#web/ui/VisuallyHidden.tsx';
import { ControlName } from './ControlName.tsx';
import styles from './ErrorView.module.css';
import { Text } from './Text.tsx';
import { type Recoverable, useRecoveryWhenBack } from './use-recovery-when-back.ts';

/**
 * Replaces a screen that failed to load or render (A 2.1, A 2.2) and reports the error. Retries by itself after a
 * server restart.
 */
export function ErrorView({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { label: heading } = useLabel('shell.fallbackTitle');
  useEffect(() => reportClientError(error), [error]);
  const isTrying = useRecoveryWhenBack(recoverable(error), () => void tryAgain());

  async function tryAgain() {
    if (isMissingFile(error)) {
      location.reload();
      return;
    }
    reset();
    await router.invalidate();
  }
  if (isTrying) return null;
  return (
    <div className={styles.place}>
      <h1 tabIndex={-1} className={visuallyHiddenClass}>
        {heading}
      </h1>
      <Alert
        tone="bad"
        action={
          <Button look="quiet" onClick={() => void tryAgain()}>
            <ControlName of="shell.tryAgain" />
          </Button>
        }
      >
        <Text of="shell.pageError" />
      </Alert>
    </div>
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
