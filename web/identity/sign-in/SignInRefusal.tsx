import { Text } from '#web/kit/Text.tsx';
import { TroubleReference } from '#web/kit/TroubleReference.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import type { LoginMessage } from './login-message.ts';

/** Why the last sign-in failed; renders nothing without a reason. */
export function SignInRefusal({ of }: { readonly of: LoginMessage | null }) {
  return (
    of && (
      <Alert tone="bad">
        <Text of={of.text} with={of.values} />
        <TroubleReference reference={of.reference} />
      </Alert>
    )
  );
}
