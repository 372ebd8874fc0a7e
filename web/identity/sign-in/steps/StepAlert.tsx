import type { TextKey, TextValues } from '#common/contract/all-texts.ts';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';

/** A step's error that belongs to no field; renders nothing without one. */
export function StepAlert({
  of,
  values,
}: {
  readonly of: TextKey | null;
  readonly values?: TextValues<TextKey> | undefined;
}) {
  return (
    of && (
      <Alert tone="bad">
        <Text of={of} with={values} />
      </Alert>
    )
  );
}
