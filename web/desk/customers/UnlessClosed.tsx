import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { DeskError } from '#web/desk/data/desk-client.ts';
import { DeskPage, Empty } from '#web/desk/kit/DeskPage.tsx';
import { type Occasion, OpenCustomerDialog } from './OpenCustomerDialog.tsx';

interface UnlessClosedProps {
  readonly title: string;
  readonly customerId: string;
  /** Where this page is, to come back to. */
  readonly path: string;
  readonly occasion?: Occasion;
  readonly error: Error | null;
  readonly children: ReactNode;
}

/** Asks for a reason first if the customer of a page is not open in this session. */
export function UnlessClosed({ title, customerId, path, occasion, error, children }: UnlessClosedProps) {
  const [asks, setAsks] = useState(true);
  if (!(error instanceof DeskError) || error.message !== 'OpenFirst') return children;
  const customer = { customerId, name: `customer ${customerId}` };
  return (
    <DeskPage title={title} aside={<Button onClick={() => setAsks(true)}>Open</Button>}>
      <Empty>Say why you open this customer.</Empty>
      {asks && <OpenCustomerDialog customer={customer} goTo={path} likely={occasion} onClose={() => setAsks(false)} />}
    </DeskPage>
  );
}
