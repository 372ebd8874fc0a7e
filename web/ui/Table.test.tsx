import { expect, it } from 'vitest';
import { render } from './render-component.tsx';
import { type Column, Table } from './Table.tsx';

interface Loan {
  readonly name: string;
  readonly cents: number | null;
}

const columns: readonly Column<Loan>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => <a href={`#${name}`}>{name}</a>, sortBy: ({ name }) => name },
  { id: 'cents', header: 'Balance', cell: ({ cents }) => cents, sortBy: ({ cents }) => cents, numeric: true },
  { id: 'note', header: 'Note', cell: () => 'note' },
];
const rows: readonly Loan[] = [
  { name: 'Truck', cents: 900 },
  { name: 'Boat', cents: null },
  { name: 'Car', cents: 20 },
];

async function renderTable(onRowClick?: (row: Loan) => void) {
  const table = await render(
    <Table caption="Loans" columns={columns} rows={rows} rowKey={({ name }) => name} onRowClick={onRowClick} />,
  );
  return {
    ...table,
    names: () => [...table.page.querySelectorAll('tbody a')].map(({ textContent }) => textContent),
    sorted: () => [...table.page.querySelectorAll('th')].map((header) => header.getAttribute('aria-sort')),
  };
}

it('sorts by a header, reverses with the next press, and keeps empty values last', async () => {
  const table = await renderTable();
  expect(table.names()).toEqual(['Truck', 'Boat', 'Car']);
  expect(table.sorted()).toEqual([null, null, null]);
  await table.press('Balance');
  expect(table.names()).toEqual(['Car', 'Truck', 'Boat']);
  expect(table.sorted()).toEqual([null, 'ascending', null]);
  await table.press('Balance');
  expect(table.names()).toEqual(['Truck', 'Car', 'Boat']);
  expect(table.sorted()).toEqual([null, 'descending', null]);
  await table.press('Name');
  expect(table.names()).toEqual(['Boat', 'Car', 'Truck']);
  expect(table.sorted()).toEqual(['ascending', null, null]);
});

it('offers no sorting where a column has no value to sort by', async () => {
  const { page } = await renderTable();
  expect([...page.querySelectorAll('th button')].map(({ textContent }) => textContent)).toEqual(['Name', 'Balance']);
});

it('opens a row from anywhere but its links', async () => {
  const opened: string[] = [];
  const { page } = await renderTable(({ name }) => opened.push(name));
  page.querySelector<HTMLElement>('tbody td:last-child')?.click();
  expect(opened).toEqual(['Truck']);
  page.querySelector<HTMLElement>('tbody a')?.click();
  expect(opened).toEqual(['Truck']);
});

it('sorts by a column that stands below another in the same cells', async () => {
  const [name, balance] = columns;
  if (!name || !balance) throw new Error('no columns');
  const stacked = [{ ...name, under: balance }];
  const { page, press } = await render(
    <Table caption="Loans" columns={stacked} rows={rows} rowKey={(row) => row.name} />,
  );
  await press('Balance');
  expect([...page.querySelectorAll('tbody td')].map(({ textContent }) => textContent)).toEqual([
    'Car20',
    'Truck900',
    'Boat',
  ]);
  expect([...page.querySelectorAll('th')].map((header) => header.getAttribute('aria-sort'))).toEqual(['ascending']);
});
