import { Section } from '#web/kit/Section.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import styles from './history.module.css';

/** Replaces a history the institution blocks: nothing to choose or download (M 8). */
export function BlockedHistory() {
  return (
    <Section heading="history.heading" hideWhen="loanDetailsOptions.hideHistory">
      <div className={styles.problem}>
        <HistoryBlockedAlert />
      </div>
    </Section>
  );
}

export function HistoryBlockedAlert() {
  return (
    <Alert tone="warn">
      <Text of="history.blocked" />
    </Alert>
  );
}
