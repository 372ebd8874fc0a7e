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
 * Takes the place of a screen that could not be loaded or shown (A 2.1, A 2.2) and reports the problem.
 * After a restart of the server it tries again by itself.
 */
export function ErrorView({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { label: heading } = useLabel('shell.fallbackTitle');
  useEffect(() => reportClientError(error), [error]);
  const isTrying = useRecoveryWhenBack(recoverable(error), () => void tryAgain());

  async function tryAgain() {
    // The router remembers for good what could not be fetched; only a new page asks for it again.
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
  // The page opens and the server does not say who is signed in.
  return error instanceof Error && error.name === 'SessionUnknown' ? 'later' : 'no';
}

/** Scripts as Chrome, Firefox and Safari put it, and the style sheet of a script as the build does. */
function isMissingFile(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
  );
}
