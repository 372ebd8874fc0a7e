import { sql } from 'kysely';

/** Documents of the document center: neither attached to a message nor evidence for a request. */
export const isInDocumentCenter = sql<boolean>`(not for_message and form_key is null)`;

/**
 * Attachments and evidence are the customer's alone until they are sent, and again once they are taken back. Documents
 * of the document center need no sending.
 * @param table `documents`, or its alias
 */
export function isSent(table = 'documents') {
  const [forMessage, entryId, formKey, requestId] = ['for_message', 'entry_id', 'form_key', 'request_id'].map(
    (column) => sql.ref(`${table}.${column}`),
  );
  return sql<boolean>`((not ${forMessage} or ${entryId} is not null) and (${formKey} is null or ${requestId} is not null))`;
}
