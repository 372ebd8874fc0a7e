import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { DeskTables } from '#server/desk/desk-tables.ts';

interface Keeper {
  readonly cipher: FieldCipher;
}

/** Notes may repeat what a customer said, so they are sealed. */
export async function insertNote(
  { cipher }: Keeper,
  transaction: Transaction,
  { customerId, staffId, text }: { readonly customerId: string; readonly staffId: number; readonly text: string },
  at: Temporal.Instant,
): Promise<void> {
  await transaction
    .withTables<DeskTables>()
    .insertInto('customer_notes')
    .values({
      customer_id: customerId,
      staff_id: staffId,
      text_sealed: cipher.encrypt(text, identityOf(customerId)),
      written_at: at.toString(),
    })
    .execute();
}

/** Newest first. */
export async function listNotes({ cipher }: Keeper, queryable: Queryable, customerId: string, limit: number) {
  const rows = await queryable
    .withTables<DeskTables>()
    .selectFrom('customer_notes as n')
    .innerJoin('staff as s', 's.staff_id', 'n.staff_id')
    .select(['n.note_id as noteId', 's.name as by', 'n.written_at as at', 'n.text_sealed as sealed'])
    .where('n.customer_id', '=', customerId)
    .orderBy('n.note_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ sealed, at, ...note }) => ({
    ...note,
    at: at.toString(),
    text: cipher.decrypt(sealed, identityOf(customerId)),
  }));
}

function identityOf(customerId: string): string {
  return `customer-note:${customerId}`;
}
