import { Alert } from '#web/ui/Alert.tsx';
import { Text } from './Text.tsx';
import { TroubleReference } from './TroubleReference.tsx';

/** Says that the last code could not be sent, so the new one may not arrive either. */
export function SendingTrouble({ reference }: { readonly reference: string | null }) {
  if (reference === null) return null;
  return (
    <Alert tone="warn">
      <Text of="securityCode.trouble" />
      <TroubleReference reference={reference} />
    </Alert>
  );
}
