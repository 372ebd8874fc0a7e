import type { Day } from '#common/core/dates.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { DayText } from '#web/kit/DayText.tsx';
import { Text } from '#web/kit/Text.tsx';

export function CardExpires({ goodThrough }: { readonly goodThrough: Day }) {
  return (
    <Alert tone="warn">
      <Text of="plannedPayments.cardExpires" with={{ date: <DayText day={goodThrough} /> }} />
    </Alert>
  );
}
