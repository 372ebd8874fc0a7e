import { indexBankAccount, sealNumbers } from '#server/payments/settlement/bank-drafts.queries.ts';
import { randomUUID } from 'node:crypto';
import { methodPermissions } from '#common/payments/rules/availability.ts';
import { holdUsersOf } from '#server/identity/users/imported-users.queries.ts';
import {
  insertSavedBankAccount,
  insertSavedCard,
  saveDefaultMethod,
} from '#server/payments/methods/payment-methods.queries.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { identifier } from '#server/platform/import/field-parsers.ts';
import { optional, required } from '#server/platform/import/import-columns.ts';
import type { ReadLine } from '#server/platform/import/line-batches.ts';
import type { Services } from '#server/services.ts';
import {
  createMethodReader,
  hasExpired,
  type ImportedMethod,
  isProblem,
  type MethodReader,
} from './imported-method.ts';
import { methodColumns, methodProblems } from './method-columns.ts';
import { findCustomersOf, findLoansOf } from './read-host.ts';
import { type Findings, type OpenFile, type TakeOverChoices, type TakeOverReport, takeOver } from './take-over.ts';

const columns = {
  customer_id: required(identifier),
  default_for: optional(identifier, null),
  ...methodColumns,
};

/**
 * Imports saved payment methods of a former system, all or none. A customer finds them after the first sign-in; one
 * that is saved already is skipped.
 */
export function importMethods(services: Services, open: OpenFile, choices: TakeOverChoices): Promise<TakeOverReport> {
  const reader = createMethodReader(services);
  return takeOver(services, open, choices, {
    event: 'payment-methods-imported',
    toRead: { file: 'methods', columns, check: methodProblems },
    check: (lines, findings) => checkMethods(services, reader, lines, findings),
    write: (transaction, lines) => writeMethods(services, reader, transaction, lines),
  });
}

type MethodLines = readonly ReadLine<typeof columns>[];

async function checkMethods(
  services: Services,
  { findMethod }: MethodReader,
  lines: MethodLines,
  { problems, unlikely }: Findings,
): Promise<void> {
  const today = services.clock.today();
  const customers = await findCustomersOf(
    services,
    lines.map(({ values }) => values.customer_id),
  );
  const loans = await findLoansOf(
    services,
    lines.flatMap(({ values }) => values.default_for ?? []),
  );
  const settings = paymentSettings(services);
  for (const { line, values } of lines) {
    const report = (column: string, reason: string) => problems.add({ file: 'methods', line, column, reason });
    const { customer_id: customerId, default_for: defaultFor } = values;
    const customer = customers.get(customerId);
    if (!customer) {
      report('customer_id', 'is not a customer; import customers first');
      continue;
    }
    if (defaultFor !== null && loans.get(defaultFor)?.customerId !== customerId)
      report('default_for', 'is not a loan of this customer');
    const method = await findMethod(values);
    if (isProblem(method)) {
      report(method.column, method.reason);
      continue;
    }
    if (!methodPermissions(method.type, settings, customer.companyNumber).maySave) {
      report('method', `may not be saved by this customer, by the options of the institution`);
    }
    if (hasExpired(method, today)) unlikely.add({ file: 'methods', line, column: 'expiration', reason: 'has passed' });
  }
}

async function writeMethods(
  services: Services,
  { getMethod }: MethodReader,
  transaction: Transaction,
  lines: MethodLines,
): Promise<number> {
  const at = services.clock.now();
  const customerIds = lines.map(({ values }) => values.customer_id);
  const getUserId = await holdUsersOf(transaction, customerIds, at);
  let added = 0;
  for (const { values } of lines) {
    const { customer_id: customerId, default_for: defaultFor } = values;
    const method = getMethod(values);
    const userId = getUserId(customerId);
    const profileId = randomUUID();
    if (!(await insertMethod(services, transaction, { profileId, userId, at }, method))) continue;
    added += 1;
    if (defaultFor === null) continue;
    await saveDefaultMethod(transaction, { userId, accountNumber: defaultFor }, { type: method.type, profileId });
  }
  return added;
}

function insertMethod(
  services: Services,
  transaction: Transaction,
  profile: { readonly profileId: string; readonly userId: number; readonly at: Temporal.Instant },
  method: ImportedMethod,
): Promise<boolean> {
  if (method.type === 'Card') {
    return insertSavedCard(transaction, { ...profile, fingerprint: method.fingerprint, ...method.card });
  }
  const { bankName, numbers } = method;
  const { ownerName, accountType, accountNumber } = numbers;
  return insertSavedBankAccount(transaction, {
    ...profile,
    accountType,
    ownerName,
    bankName,
    lastFour: accountNumber.slice(-4),
    ...sealNumbers(services, numbers, `saved-bank-account:${profile.profileId}`),
    accountIndex: indexBankAccount(services, numbers),
  });
}
