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
  /** Nothing else is on the page: says whose it is and whom to call. */
  readonly bare?: true | undefined;
  readonly reference?: string | undefined;
}

/** Says that a screen could not be loaded. Retries by itself after a server restart. */
export function LoadError({ recoverable, onTryAgain, bare, reference }: LoadErrorProps) {
  const { label: heading } = useLabel('shell.fallbackTitle');
  const isTrying = useRecoveryWhenBack(recoverable, onTryAgain);
  if (isTrying) return null;
  // The layout has a main element already.
  const Place = bare ? 'main' : 'div';
  return (
    <Place className={styles.place}>
      {bare && (
        <p className={styles.name}>
          <Text of="shell.institutionName" />
        </p>
      )}
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
        <TroubleReference reference={reference} />
      </Alert>
      {bare && (
        <p className={styles.help}>
          <Text of="shell.pageErrorHelp" />
        </p>
      )}
    </Place>
  );
}
