import type { ColumnType, Generated } from 'kysely';
import type { FileFormat } from '#common/documents/rules/file-rules.ts';
import type { InstantColumn, NullableInstantColumn } from '#server/platform/db/instants.ts';

/** Document metadata; the contents are in the file store. */
export type DocumentTables = {
  documents: DocumentsTable;
};

interface DocumentsTable {
  document_id: string;
  customer_id: string;
  account_number: string | null;
  application_number: string | null;
  form_key: string | null;
  request_id: number | null;
  upload_number: number | null;
  display_name: string;
  format: FileFormat;
  file_type: string;
  bytes: number;
  sha256: ColumnType<Uint8Array, Uint8Array, never>;
  storage_name: string;
  uploaded_by: number | null;
  uploaded_at: InstantColumn;
  stored_at: NullableInstantColumn;
  scanned: boolean | null;
  review: 'waiting' | 'accepted' | 'declined' | null;
  reviewed_by: number | null;
  reviewed_at: NullableInstantColumn;
  for_message: Generated<boolean>;
  entry_id: number | null;
  attached_by: number | null;
}
