import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { reportClientError } from '#web/data/client-errors.ts';
import { useLabel } from '#web/data/settings.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { visuallyHiddenClass } from '#web/ui/VisuallyHidden.tsx';
import { ControlName } from './ControlName.tsx';
import { Text } from './Text.tsx';

/** In place of a screen that could not be loaded or shown (A 2.1, A 2.2); the problem is reported. */
export function ErrorView({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { label: heading } = useLabel('shell.fallbackTitle');
  useEffect(() => reportClientError(error), [error]);

  async function tryAgain() {
    // The router remembers for good that a script could not be fetched; only a new page asks for it again.
    if (isMissingScript(error)) {
      location.reload();
      return;
    }
    reset();
    await router.invalidate();
  }
  return (
    <>
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
    </>
  );
}

/** As Chrome, Firefox and Safari put it. */
function isMissingScript(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|importing a module script failed/i.test(error.message)
  );
}
