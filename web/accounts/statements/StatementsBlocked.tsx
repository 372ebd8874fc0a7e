import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';

export function StatementsBlocked() {
  return (
    <Alert tone="warn">
      <Text of="eStatements.blocked" />
    </Alert>
  );
}
