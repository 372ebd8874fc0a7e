import { useLabel } from '#web/institution/settings.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { visuallyHiddenClass } from '#web/ui/VisuallyHidden.tsx';
import { ControlName } from './ControlName.tsx';
import styles from './LoadError.module.css';
import { Text } from './Text.tsx';
import { TroubleReference } from './TroubleReference.tsx';
import { type Recoverable, useRecoveryWhenBack } from './use-recovery-when-back.ts';

interface LoadErrorProps {
  readonly recoverable: Recoverable;
  readonly onTryAgain: () => void;
  readonly reference?: string | undefined;
  /** Whether nothing else is on the page, not even the layout's main element. */
  readonly isAlone?: boolean;
}

/** Says that a screen could not be loaded. Retries by itself after a server restart. */
export function LoadError({
  recoverable,
  onTryAgain,
  reference,
  // The page opened without an answer of the server.
  isAlone = recoverable === 'later',
}: LoadErrorProps) {
  const { label: heading } = useLabel('shell.fallbackTitle');
  const isTrying = useRecoveryWhenBack(recoverable, onTryAgain);
  if (isTrying) return null;
  const Place = isAlone ? 'main' : 'div';
  return (
    <Place className={styles.place}>
      <h1 tabIndex={-1} className={visuallyHiddenClass}>
        {heading}
      </h1>
      <Alert
        tone="bad"
        action={
          <Button look="quiet" onClick={onTryAgain}>
            <ControlName of="shell.tryAgain" />
          </Button>
        }
      >
        <Text of="shell.pageError" />
        {isAlone && (
          <p>
            <Text of="shell.pageErrorHelp" />
          </p>
        )}
        <TroubleReference reference={reference} />
      </Alert>
    </Place>
  );
}
