import type { TextKey } from '#common/contract/all-texts.ts';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';

/** A step's error that belongs to no field; renders nothing without one. */
export function StepAlert({ of, fills = [] }: { readonly of: TextKey | null; readonly fills?: readonly string[] }) {
  return (
    of && (
      <Alert tone="bad">
        <Text of={of} with={fills} />
      </Alert>
    )
  );
}
