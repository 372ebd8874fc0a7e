import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';

/** In place of the statements of a loan whose history is kept from the web. */
export function StatementsBlocked() {
  return (
    <Alert tone="warn">
      <Text of="eStatements.blocked" />
    </Alert>
  );
}
