import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { OpenCustomerDialog } from '#web/desk/customers/OpenCustomerDialog.tsx';
import { DeskError } from '#web/desk/data/desk-client.ts';
import { DeskPage, Empty } from '#web/desk/kit/DeskPage.tsx';

interface UnlessClosedProps {
  readonly customerId: string;
  /** Where this page is, to come back to. */
  readonly path: string;
  readonly error: Error | null;
  readonly children: ReactNode;
}

/** Asks for a reason first if the customer of a payment is not open in this session. */
export function UnlessClosed({ customerId, path, error, children }: UnlessClosedProps) {
  const [asks, setAsks] = useState(true);
  if (!(error instanceof DeskError) || error.message !== 'OpenFirst') return children;
  const customer = { customerId, name: `customer ${customerId}` };
  return (
    <DeskPage title="Payment" aside={<Button onClick={() => setAsks(true)}>Open</Button>}>
      <Empty>Say why you open this customer.</Empty>
      {asks && <OpenCustomerDialog customer={customer} goTo={path} onClose={() => setAsks(false)} />}
    </DeskPage>
  );
}
