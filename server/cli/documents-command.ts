import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deliverDocument } from '#server/features/documents/deliver-document.command.ts';
import type { DocumentPlace } from '#server/features/documents/document-place.ts';
import { findDocument, listAllOfCustomer } from '#server/features/documents/documents.queries.ts';
import type { Services } from '#server/services.ts';
import type { Command } from './command.ts';

export const documentsCommand: Command = {
  name: 'documents',
  summary: 'Lists the documents of a customer, saves one, or gives the customer one',
  usage: [
    'passbook documents list CUSTOMER',
    'passbook documents save DOCUMENT FILE          a document of the list, into a new file',
    'passbook documents give CUSTOMER FILE          to the customer',
    'passbook documents give CUSTOMER FILE account NUMBER',
    'passbook documents give CUSTOMER FILE application NUMBER',
  ].join('\n'),
  async run([action, ...args], services) {
    const [first = '', file = '', kind, number = ''] = args;
    if (action === 'list' && args.length === 1) return list(services, first);
    if (action === 'save' && args.length === 2) return save(services, first, file);
    const place = placeOf(kind, number);
    if (action === 'give' && file !== '' && place) return give(services, first, file, place);
    console.error(`This is not understood. Say one of:\n${documentsCommand.usage}`);
    return 2;
  },
};

function placeOf(kind: string | undefined, number: string): DocumentPlace | undefined {
  if (kind === undefined) return { kind: 'customer' };
  if (number === '') return undefined;
  if (kind === 'account') return { kind, accountNumber: number };
  return kind === 'application' ? { kind, applicationNumber: number, uploadNumber: 1 } : undefined;
}

async function list({ database }: Services, customerId: string): Promise<number> {
  for (const row of await listAllOfCustomer(database, customerId)) {
    const place = row.account_number ?? row.application_number ?? 'customer';
    console.log([row.document_id, row.uploaded_at.toString(), place, row.file_type, row.display_name].join('\t'));
  }
  return 0;
}

async function save({ database, files }: Services, documentId: string, target: string): Promise<number> {
  const isId = /^[0-9a-f-]{36}$/.test(documentId);
  const document = isId ? await findDocument(database, documentId) : undefined;
  const content = document && (await files.find(document.storageName));
  if (!content) {
    console.error('There is no such document.');
    return 1;
  }
  // Nothing that stands there is lost.
  await writeFile(target, content, { flag: 'wx' });
  return 0;
}

async function give(services: Services, customerId: string, file: string, place: DocumentPlace): Promise<number> {
  const delivered = await deliverDocument(services, {
    customerId,
    place,
    name: path.basename(file),
    content: await readFile(file),
  });
  if (!delivered.ok) {
    console.error(`The document was not given: ${delivered.error}`);
    return 1;
  }
  console.log(delivered.value);
  return 0;
}
