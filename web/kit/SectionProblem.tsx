import type { TextKey } from '#common/contract/all-texts.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ControlName } from './ControlName.tsx';
import styles from './SectionProblem.module.css';
import { Text } from './Text.tsx';
import { useHostStatus } from './use-host-status.ts';

interface SectionProblemProps {
  readonly of: TextKey;
  readonly busy: boolean;
  readonly onTryAgain: () => void;
}

/** Replaces a section that failed to load; the rest stays usable. While the host is down the banner says why and retries. */
export function SectionProblem({ of, busy, onTryAgain }: SectionProblemProps) {
  const hostStatus = useHostStatus();
  if (hostStatus !== 'up') {
    return (
      <p className={styles.unavailable}>
        <Text of="hostDown.section" />
      </p>
    );
  }
  return (
    <Alert
      tone="bad"
      action={
        <Button look="quiet" busy={busy} onClick={onTryAgain}>
          <ControlName of="shell.tryAgain" />
        </Button>
      }
    >
      <Text of={of} />
    </Alert>
  );
}
