import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import { type DeskAnswer, deskCall } from '#web/desk/data/desk-client.ts';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { OpenCustomerDialog } from './OpenCustomerDialog.tsx';
import { FindForm, useFind } from '#web/desk/kit/FindForm.tsx';

type Found = DeskAnswer<'POST /api/desk/customers/find'>['customers'][number];

function columnsFor(open: (found: Found) => void): readonly Column<Found>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      cell: (found) => (
        <Button look="text" data-row onClick={() => open(found)}>
          {found.name}
        </Button>
      ),
    },
    { id: 'number', header: 'Customer', cell: ({ customerId }) => customerId, nowrap: true },
    { id: 'logins', header: 'Usernames', cell: ({ loginNames }) => loginNames.join(', ') },
    { id: 'email', header: 'Email', cell: ({ maskedEmail }) => maskedEmail },
    { id: 'phone', header: 'Phone', cell: ({ maskedPhone }) => maskedPhone, nowrap: true },
    { id: 'place', header: 'Place', cell: ({ place }) => place },
  ];
}

export function FindCustomers() {
  const find = useFind();
  const [opening, setOpening] = useState<Found>();
  const query = useQuery({
    queryKey: ['find-customers', find],
    queryFn: () => deskCall('POST /api/desk/customers/find', { body: { find } }),
    enabled: find.trim().length >= 2,
  });
  return (
    <DeskPage title="Customers">
      <FindForm label="Name, account, username, email, phone, or last four of the SSN" find={find} to="/customers" />
      {find.trim().length >= 2 && (
        <Loaded query={query}>
          {({ customers }) => (
            <Panel title={`Found (${customers.length})`}>
              {customers.length === 0 ? (
                <Empty>No customer matches. Check the spelling, or try a number or an email address.</Empty>
              ) : (
                <Table
                  caption="Customers found"
                  columns={columnsFor(setOpening)}
                  rows={customers}
                  rowKey={({ customerId }) => customerId}
                />
              )}
            </Panel>
          )}
        </Loaded>
      )}
      {opening && <OpenCustomerDialog customer={opening} onClose={() => setOpening(undefined)} />}
    </DeskPage>
  );
}
