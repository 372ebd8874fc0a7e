import type { TextKey } from '#common/contract/all-texts.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ControlName } from './ControlName.tsx';
import { Text } from './Text.tsx';

interface SectionProblemProps {
  readonly of: TextKey;
  readonly busy: boolean;
  readonly onTryAgain: () => void;
}

/** Replaces a section that failed to load; the rest stays usable. */
export function SectionProblem({ of, busy, onTryAgain }: SectionProblemProps) {
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
