import type { Selectable } from 'kysely';
import type { DraftInstructionsTable, PaymentTables } from '#server/payments/payment-tables.ts';
import {
  type BankAccountNumbers,
  sealNumbers,
  unsealNumbers,
} from '#server/payments/settlement/bank-drafts.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

/** Stores the bank account of a scheduled or recurring payment's drafts, replacing the last one. */
export async function saveDraftInstruction(
  services: Pick<Services, 'cipher'>,
  transaction: Transaction,
  instructionId: string,
  numbers: BankAccountNumbers,
): Promise<void> {
  const row = {
    owner_name: numbers.ownerName,
    account_type: numbers.accountType,
    ...sealedColumns(services, instructionId, numbers),
  };
  await transaction
    .withTables<PaymentTables>()
    .insertInto('draft_instructions')
    .values({ instruction_id: instructionId, ...row })
    .onConflict((conflict) => conflict.column('instruction_id').doUpdateSet(row))
    .execute();
}

/** @throws Error if missing, which never happens for a payment by bank account */
export async function readDraftInstruction(
  services: Pick<Services, 'cipher'>,
  transaction: Transaction,
  instructionId: string,
): Promise<BankAccountNumbers> {
  const row = await transaction
    .withTables<PaymentTables>()
    .selectFrom('draft_instructions')
    .selectAll()
    .where('instruction_id', '=', instructionId)
    .executeTakeFirstOrThrow();
  return numbersOfInstruction(services, row);
}

export function numbersOfInstruction(
  services: Pick<Services, 'cipher'>,
  row: Selectable<DraftInstructionsTable>,
): BankAccountNumbers {
  const sealed = { routingNumberSealed: row.routing_number_sealed, accountNumberSealed: row.account_number_sealed };
  const numbers = unsealNumbers(services, sealed, identityOf(row.instruction_id));
  return { ownerName: row.owner_name, accountType: row.account_type, ...numbers };
}

export async function deleteDraftInstruction(transaction: Transaction, instructionId: string): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .deleteFrom('draft_instructions')
    .where('instruction_id', '=', instructionId)
    .execute();
}

function sealedColumns(services: Pick<Services, 'cipher'>, instructionId: string, numbers: BankAccountNumbers) {
  const { routingNumberSealed, accountNumberSealed } = sealNumbers(services, numbers, identityOf(instructionId));
  return { routing_number_sealed: routingNumberSealed, account_number_sealed: accountNumberSealed };
}

function identityOf(instructionId: string): string {
  return `draft-instruction:${instructionId}`;
}
