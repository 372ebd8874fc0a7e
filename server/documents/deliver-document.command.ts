import { failure, type Result, success } from '#common/core/results.ts';
import type { Services } from '#server/services.ts';
import type { DocumentPlace } from './document-place.ts';
import { type DocumentProblem, prepareDocument } from './prepare-document.command.ts';
import { storeDocument } from './store-document.command.ts';

export interface Delivery {
  readonly customerId: string;
  readonly place: DocumentPlace;
  readonly name: string;
  readonly content: Uint8Array;
  readonly by: string;
}

export type DeliveryProblem = 'UnknownCustomer' | 'NotTheCustomers' | DocumentProblem;

/**
 * Gives a customer a document of the institution.
 * Returns the id for saving it again.
 */
export async function deliverDocument(
  services: Services,
  { customerId, place, name, content, by }: Delivery,
): Promise<Result<string, DeliveryProblem>> {
  if (!(await services.host.findCustomer(customerId))) return failure('UnknownCustomer');
  if (!(await belongsTo(services, customerId, place))) return failure('NotTheCustomers');
  const file = { name, bytes: content.length, read: async () => content };
  const prepared = await prepareDocument(services, file, null);
  if (!prepared.ok) return prepared;
  const whose = { customerId, place, fileType: '', uploadedBy: null, uploadedAt: services.clock.now() };
  await storeDocument(services, { ...prepared.value, ...whose }, prepared.value.content, by);
  return success(prepared.value.documentId);
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
