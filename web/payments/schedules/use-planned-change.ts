import { useState } from 'react';
import type { PlannedPaymentListProps } from './planned-payment-list.ts';

/** The open dialog for a planned payment, and the last failure. */
export function usePlannedChange<What extends string, Payment>(list: PlannedPaymentListProps) {
  const { accountNumber, token, onChanged } = list;
  const [doing, setDoing] = useState<{ readonly what: What; readonly payment: Payment } | null>(null);
  const [failed, setFailed] = useState<What | null>(null);
  return {
    // As it was when the dialog opened: if it was changed elsewhere since, the entries must not go on with the new one.
    doing: doing && { what: doing.what, named: { accountNumber, token, payment: doing.payment } },
    failed,
    begin: (what: What, payment: Payment) => setDoing({ what, payment }),
    close(outcome: 'changed' | 'failed' | 'cancelled') {
      setFailed(outcome === 'failed' && doing ? doing.what : null);
      setDoing(null);
      if (outcome === 'changed') onChanged?.();
    },
  };
}
