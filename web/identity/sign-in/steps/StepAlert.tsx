import type { TextKey } from '#common/contract/all-texts.ts';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';

/** Why a step was not accepted, when no field of it is to blame; nothing while there is no reason. */
export function StepAlert({ of }: { readonly of: TextKey | null }) {
  return (
    of && (
      <Alert tone="bad">
        <Text of={of} />
      </Alert>
    )
  );
}
