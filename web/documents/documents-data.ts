import { queryOptions } from '@tanstack/react-query';
import type { DocumentItem } from '#common/documents/documents.api.ts';
import { documentFromWire, fileTypeFromWire, type ListedDocument } from '#common/documents/documents.wire.ts';
import { call } from '#web/data/client.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';
import type { UploadTarget } from './upload-file.ts';

export type DocumentPlace =
  | { readonly kind: 'account'; readonly accountNumber: string }
  | { readonly kind: 'application'; readonly applicationNumber: string }
  | { readonly kind: 'customer' };

export interface ShownDocument extends ListedDocument {
  /** Missing from the previously loaded list (M 4). */
  readonly isNew: boolean;
}

/** A place's documents. Reloaded whenever shown, since the institution may have added some. */
export const documentsQuery = (place: DocumentPlace) =>
  queryOptions({
    queryKey: ['documents', place],
    queryFn: async ({ signal }): Promise<ShownDocument[]> => {
      const known = queryClient.getQueryData<ShownDocument[]>(['documents', place]);
      const knownIds = known && new Set(known.map(({ documentId }) => documentId));
      const documents = (await listDocuments(place, signal)).map(documentFromWire);
      return documents.map((document) => ({
        ...document,
        isNew: knownIds !== undefined && !knownIds.has(document.documentId),
      }));
    },
    staleTime: 0,
  });

async function listDocuments(place: DocumentPlace, signal: AbortSignal): Promise<DocumentItem[]> {
  switch (place.kind) {
    case 'account': {
      const query = { accountNumber: place.accountNumber };
      return bodyOf(await call('GET /api/Documents/GetAccountDocuments', { query, signal })).Value;
    }
    case 'application': {
      const query = { applicationNumber: place.applicationNumber };
      return bodyOf(await call('GET /api/Documents/GetApplicationDocuments', { query, signal })).Value;
    }
    case 'customer':
      return bodyOf(await call('GET /api/Documents/GetCustomerDocuments', { signal })).Value;
  }
}

/** The types to choose from for uploads. */
export const fileTypesQuery = queryOptions({
  queryKey: ['fileTypes'],
  queryFn: async ({ signal }) =>
    bodyOf(await call('GET /api/file/GetFileTypes', { signal })).FileTypes.map(fileTypeFromWire),
});

export function changeFileType(documentId: string, fileTypeId: string) {
  return call('POST /api/Documents/ChangeFileType', { body: { FileId: documentId, FileTypeID: fileTypeId } });
}

export function removeDocument(documentId: string) {
  return call('POST /api/Documents/RemoveDocument', { body: { FileId: documentId } });
}

export function uploadTarget(place: DocumentPlace, FileTypeID: string): UploadTarget {
  const tellsLater = true;
  switch (place.kind) {
    case 'account': {
      const fields = { LoanNumber: place.accountNumber, FileTypeID };
      return { address: '/api/file/UploadFileWithLoanNumber', fields, tellsLater };
    }
    case 'application': {
      const fields = { ApplicationNumber: place.applicationNumber, FileTypeID };
      return { address: '/api/file/UploadFileWithApplicationNumber', fields, tellsLater };
    }
    case 'customer':
      return { address: '/api/file/UploadByCustomerID', fields: { FileTypeID }, tellsLater };
  }
}

export async function documentAddress({ documentId, name, format }: ListedDocument): Promise<string | null> {
  const result = await call('GET /api/PassableToken/GetPassableToken', {
    query: { action: 'viewDocument', object: documentId },
  });
  if (result.kind !== 'answer') return null;
  const query = new URLSearchParams({
    FileId: documentId,
    Name: name,
    PageNumber: '1',
    FileFormat: format,
    UserToken: result.body.PassableToken,
  });
  return `/api/Documents/ViewDocument?${query.toString()}`;
}
