import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deliverDocument, type DeliveryProblem } from './deliver-document.command.ts';
import type { DocumentPlace } from './document-place.ts';
import { findDocument, listAllOfCustomer } from './documents.queries.ts';
import { recordOperatorAction } from '#server/platform/audit/record-operator-action.ts';
import type { Services } from '#server/services.ts';
import { uploadMessage } from '#server/platform/files/upload-message.ts';
import type { Command } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';

export const documentsCommand: Command = {
  name: 'documents',
  summary: "Lists a customer's documents, saves one, or adds one",
  usage: [
    'passbook documents list CUSTOMER',
    'passbook documents save DOCUMENT NEW_FILE',
    'passbook documents give CUSTOMER FILE',
    'passbook documents give CUSTOMER FILE account NUMBER',
    'passbook documents give CUSTOMER FILE application NUMBER',
  ]
    .map((line) => `  ${line} --by NAME`)
    .join('\n'),
  async run(args, services) {
    const { by, rest } = takeOperator(args);
    const act = understand(rest);
    if (act) return isNamed(by) ? act(services, by) : 2;
    console.error(`Usage:\n${documentsCommand.usage}`);
    return 2;
  },
};

type Act = (services: Services, by: string) => Promise<number>;

/** Returns undefined when the arguments are invalid. */
function understand([action, ...args]: readonly string[]): Act | undefined {
  const [first = '', file = '', kind, number = ''] = args;
  if (action === 'list' && args.length === 1) return (services, by) => list(services, first, by);
  if (action === 'save' && args.length === 2) return (services, by) => save(services, first, file, by);
  const place = placeOf(kind, number);
  if (action !== 'give' || file === '' || !place) return undefined;
  return (services, by) => give(services, first, { file, place, by });
}

function placeOf(kind: string | undefined, number: string): DocumentPlace | undefined {
  if (kind === undefined) return { kind: 'customer' };
  if (number === '') return undefined;
  if (kind === 'account') return { kind, accountNumber: number };
  return kind === 'application' ? { kind, applicationNumber: number, uploadNumber: 1 } : undefined;
}

async function list(services: Services, customerId: string, by: string): Promise<number> {
  await recordOperatorAction(services, { action: 'documents-listed', by, details: { customerId } });
  for (const row of await listAllOfCustomer(services.database, customerId)) {
    const place = row.account_number ?? row.application_number ?? (row.entry_id === null ? 'customer' : 'message');
    console.log([row.document_id, row.uploaded_at.toString(), place, row.file_type, row.display_name].join('\t'));
  }
  return 0;
}

async function save(services: Services, documentId: string, target: string, by: string): Promise<number> {
  const { database, files } = services;
  const isId = /^[0-9a-f-]{36}$/.test(documentId);
  const document = isId ? await findDocument(database, documentId) : undefined;
  const content = document && (await files.find(document.storageName));
  if (!content) {
    console.error('Document not found.');
    return 1;
  }
  await recordOperatorAction(services, { action: 'document-saved', by, details: { documentId } });
  await writeFile(target, content, { flag: 'wx' });
  return 0;
}

async function give(
  services: Services,
  customerId: string,
  { file, place, by }: { readonly file: string; readonly place: DocumentPlace; readonly by: string },
): Promise<number> {
  const delivered = await deliverDocument(services, {
    customerId,
    place,
    name: path.basename(file),
    content: await readFile(file),
    by,
  });
  if (!delivered.ok) {
    console.error(`The document was not added. ${reasonOf(services, delivered.error)}`);
    return 1;
  }
  console.log(delivered.value);
  return 0;
}

function reasonOf(services: Services, problem: DeliveryProblem): string {
  if (problem === 'UnknownCustomer') return 'No customer has this number.';
  if (problem === 'NotTheCustomers') return 'The customer has no account or application with this number.';
  return uploadMessage(services, problem);
}
