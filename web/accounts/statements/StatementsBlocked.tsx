import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';

/** Replaces the statements of a loan with a blocked history. */
export function StatementsBlocked() {
  return (
    <Alert tone="warn">
      <Text of="eStatements.blocked" />
    </Alert>
  );
}
