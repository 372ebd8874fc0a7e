import { failure, type Result, success } from '#common/core/results.ts';
import type { Services } from '#server/services.ts';
import type { DocumentPlace } from './document-place.ts';
import { type DocumentProblem, prepareDocument } from './prepare-document.command.ts';
import { findAnyDocument } from './documents.queries.ts';
import { storeDocument } from './store-document.command.ts';
import { withdrawDocument } from './withdraw-document.command.ts';

export interface Delivery {
  readonly customerId: string;
  readonly place: DocumentPlace;
  readonly name: string;
  readonly content: Uint8Array;
  readonly by: string;
  /** Of a delivery that may be repeated after the process died. */
  readonly documentId?: string;
}

export type DeliveryProblem = 'UnknownCustomer' | 'NotTheCustomers' | DocumentProblem;

/**
 * Gives a customer a document of the institution; one that was delivered with the same id before is not given twice.
 * Returns the id for saving it again.
 */
export async function deliverDocument(
  services: Services,
  { customerId, place, name, content, by, documentId }: Delivery,
): Promise<Result<string, DeliveryProblem>> {
  if (!(await services.host.findCustomer(customerId))) return failure('UnknownCustomer');
  if (!(await belongsTo(services, customerId, place))) return failure('NotTheCustomers');
  const file = { name, bytes: content.length, read: async () => content };
  if (documentId !== undefined && (await isDelivered(services, documentId))) return success(documentId);
  const prepared = await prepareDocument(services, file, { customerId, userId: null });
  if (!prepared.ok) return prepared;
  const document = { ...prepared.value, ...(documentId === undefined ? {} : { documentId }) };
  const whose = { customerId, place, fileType: '', uploadedBy: null, uploadedAt: services.clock.now() };
  await storeDocument(services, { ...document, ...whose }, document.content, by);
  return success(document.documentId);
}

/** Removes what a process left that died while it stored the document. */
async function isDelivered(services: Services, documentId: string): Promise<boolean> {
  const known = await findAnyDocument(services.database, documentId);
  return known !== undefined && !(await withdrawDocument(services, { documentId, ...known }));
}

async function belongsTo({ host }: Services, customerId: string, place: DocumentPlace): Promise<boolean> {
  switch (place.kind) {
    case 'account':
      return host.ownsAccount(customerId, place.accountNumber);
    case 'application':
      return (await host.findApplication(customerId, place.applicationNumber)) !== undefined;
    case 'customer':
    case 'message':
    case 'form':
      return true;
  }
}
