import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { Empty } from '#web/desk/kit/DeskPage.tsx';

type Acknowledged = NonNullable<DeskAnswer<'GET /api/desk/day'>['comparison']>['acknowledged'];

interface ExplanationProps {
  readonly businessOn: string;
  readonly acknowledged: Acknowledged;
}

/** Shows or asks for the explanation of a day's differences. */
export function Explanation({ businessOn, acknowledged }: ExplanationProps) {
  const { permissions } = useSession();
  const [asks, setAsks] = useState(false);
  const explain = useDeskAction('POST /api/desk/day/acknowledge');
  if (acknowledged) {
    return (
      <Empty>
        Explained by {acknowledged.by}, <AtTime at={acknowledged.at} />: {acknowledged.reason}
      </Empty>
    );
  }
  if (!permissions.includes('correctPayments')) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setAsks(true)}>
        Explain the differences
      </Button>
      {asks && (
        <ActionDialog
          title="Explain the differences"
          what="They stay listed with your reason, but no longer raise an alarm. Nothing else changes: correct what is wrong first."
          confirmLabel="Explain"
          onClose={() => setAsks(false)}
          onConfirm={(reason) => explain.mutateAsync({ body: { businessOn, reason } })}
        />
      )}
    </>
  );
}
