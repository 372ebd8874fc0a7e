import { useLabel } from '#web/institution/settings.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { visuallyHiddenClass } from '#web/ui/VisuallyHidden.tsx';
import { ControlName } from './ControlName.tsx';
import styles from './LoadError.module.css';
import { Text } from './Text.tsx';
import { type Recoverable, useRecoveryWhenBack } from './use-recovery-when-back.ts';

interface LoadErrorProps {
  readonly recoverable: Recoverable;
  readonly onTryAgain: () => void;
}

/** Says that a screen could not be loaded. Retries by itself after a server restart. */
export function LoadError({ recoverable, onTryAgain }: LoadErrorProps) {
  const { label: heading } = useLabel('shell.fallbackTitle');
  const isTrying = useRecoveryWhenBack(recoverable, onTryAgain);
  if (isTrying) return null;
  return (
    <div className={styles.place}>
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
      </Alert>
    </div>
  );
}
