import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import type { Command } from './command.ts';
import { documentsCommand } from '#server/documents/documents.cli.ts';
import { createImportCommand } from '#server/host/books/import/import.cli.ts';
import { countWaitingPayments } from '#server/host-tasks/host-tasks.queries.ts';
import { receivedCommand } from '#server/payments/operator/received.cli.ts';
import { inviteCommand } from '#server/registration/invite.cli.ts';
import { loginCommand } from '#server/identity/sign-in/login.cli.ts';
import { maintenanceCommand } from '#server/institution/maintenance.cli.ts';

const FEDACH_LINE = [
  '011000015O0110000150122415000000000',
  'FEDERAL RESERVE BANK'.padEnd(36),
  '1000 PEACHTREE ST N.E.'.padEnd(36),
  'ATLANTA'.padEnd(20),
  'GA303094470877372245711     ',
].join('');

const LOANS_HEADER =
  'account_number,original_amount,credit_limit,principal,billing_frequency,installment,due_day,next_due_on,partial_paid,interest_accrued_through,accrued_interest,late_charges,other_fees,term_payments,maturity_on,loan_type';

const importCommand = createImportCommand({ countWaiting: countWaitingPayments, others: {} });

let test: TestApp;
let said: string[];

beforeAll(async () => {
  test = await createTestApp();
  said = [];
  for (const stream of ['log', 'error'] as const) {
    vi.spyOn(console, stream).mockImplementation((line: string) => void said.push(line));
  }
  await writeFile(inFolder('plan.pdf'), '%PDF-1.7\nplan');
  await writeFile(inFolder('logins.csv'), 'customer_id,login_name\n400131,ruth.ferris');
  await writeFile(inFolder('banks.txt'), FEDACH_LINE);
  await writeFile(inFolder('loans.csv'), LOANS_HEADER);
});

afterAll(async () => {
  vi.restoreAllMocks();
  await test.close();
});

function inFolder(name: string): string {
  return path.join(test.services.config.dataFolder, name);
}

describe('the audit log names the operator who', () => {
  const cases: readonly (readonly [string, Command, () => readonly string[], string])[] = [
    ['imported books', importCommand, () => ['--customers', 'docs/import-sample/customers.csv'], 'books-imported'],
    [
      'updated books',
      importCommand,
      () => ['--update', '--as-of', '2026-11-19', '--loans', inFolder('loans.csv'), '--max-left-out', '100'],
      'books-updated',
    ],
    ['imported banks', importCommand, () => ['routing', inFolder('banks.txt')], 'banks-imported'],
    ['closed the portal', maintenanceCommand, () => ['on'], 'maintenance-on'],
    ['opened the portal', maintenanceCommand, () => ['off'], 'maintenance-off'],
    ['restricted a login', loginCommand, () => ['restrict', 'pat.empty'], 'user-restricted'],
    ['opened a login', loginCommand, () => ['open', 'pat.empty'], 'user-opened'],
    ['opened a login that only wrong passwords had locked', loginCommand, () => ['open', 'pat.empty'], 'user-opened'],
    ['invited a customer', inviteCommand, () => [inFolder('logins.csv')], 'customer-invited'],
    ['gave a document', documentsCommand, () => ['give', '400101', inFolder('plan.pdf')], 'document-added'],
    ['listed documents', documentsCommand, () => ['list', '400101'], 'documents-listed'],
  ];

  it.each(cases)('%s', async (_what, command, args, event) => {
    const before = await entriesOf(event);
    expect(await command.run(args(), test.services)).toBe(2);
    expect(said.at(-1)).toMatch(/^Add --by NAME/);
    expect(await entriesOf(event)).toEqual(before);
    expect(await command.run([...args(), '--by', 'Ana Silva'], test.services), said.join('\n')).toBe(0);
    expect(await entriesOf(event)).toEqual([...before, 'Ana Silva']);
  });

  it('saved a document', async () => {
    await documentsCommand.run(['give', '400101', inFolder('plan.pdf'), '--by', 'Ana Silva'], test.services);
    const save = ['save', said.at(-1) ?? '', inFolder('saved.pdf')];
    expect(await documentsCommand.run(save, test.services)).toBe(2);
    expect(await documentsCommand.run([...save, '--by', 'Ana Silva'], test.services)).toBe(0);
    expect(await entriesOf('document-saved')).toEqual(['Ana Silva']);
  });
});

it.each<[string, Command, (file: string) => readonly string[]]>([
  ['books', importCommand, (file) => ['--loans', file]],
  ['banks', importCommand, (file) => ['routing', file]],
  ['logins', inviteCommand, (file) => [file]],
  ['received payments', receivedCommand, (file) => [file]],
])('a file of %s that is missing, or is a folder, is told apart', async (_what, command, args) => {
  const nowhere = inFolder('none.csv');
  expect(await command.run([...args(nowhere), '--by', 'Ana Silva'], test.services)).toBe(2);
  expect(said.at(-1)).toBe(`${nowhere}: there is no such file or folder (ENOENT).`);
  expect(await command.run([...args(inFolder('.')), '--by', 'Ana Silva'], test.services)).toBe(2);
  expect(said.at(-1)).toBe(`${inFolder('.')} is a folder, not a file.`);
});

async function entriesOf(event: string): Promise<unknown[]> {
  const rows = await test.services.database
    .selectFrom('audit_log')
    .select('details')
    .where('event', '=', event)
    .orderBy('audit_id')
    .execute();
  return rows.map(({ details }) => (details as { by?: unknown }).by);
}
