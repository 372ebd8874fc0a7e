import { queryOptions } from '@tanstack/react-query';
import type { DocumentItem } from '#common/documents/documents.api.ts';
import { call } from '#web/data/client.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';

export type DocumentPlace =
  | { readonly kind: 'account'; readonly accountNumber: string }
  | { readonly kind: 'application'; readonly applicationNumber: string }
  | { readonly kind: 'customer' };

export interface ListedDocument extends DocumentItem {
  /** Missing from the previously loaded list (M 4). */
  readonly isNew: boolean;
}

/** A place's documents. Reloaded whenever shown, since the institution may have added some. */
export const documentsQuery = (place: DocumentPlace) =>
  queryOptions({
    queryKey: ['documents', place],
    queryFn: async ({ signal }): Promise<ListedDocument[]> => {
      const known = queryClient.getQueryData<ListedDocument[]>(['documents', place]);
      const knownIds = known && new Set(known.map(({ FileId }) => FileId));
      const documents = await listDocuments(place, signal);
      return documents.map((item) => ({ ...item, isNew: knownIds !== undefined && !knownIds.has(item.FileId) }));
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
  queryFn: async ({ signal }) => bodyOf(await call('GET /api/file/GetFileTypes', { signal })).FileTypes,
});

export function changeFileType(FileId: string, FileTypeID: string) {
  return call('POST /api/Documents/ChangeFileType', { body: { FileId, FileTypeID } });
}

export function removeDocument(FileId: string) {
  return call('POST /api/Documents/RemoveDocument', { body: { FileId } });
}

export async function documentAddress({ FileId, Name, DisplayFormat }: DocumentItem): Promise<string | null> {
  const result = await call('GET /api/PassableToken/GetPassableToken', {
    query: { action: 'viewDocument', object: FileId },
  });
  if (result.kind !== 'answer') return null;
  const query = new URLSearchParams({
    FileId,
    Name,
    PageNumber: '1',
    FileFormat: DisplayFormat,
    UserToken: result.body.PassableToken,
  });
  return `/api/Documents/ViewDocument?${query.toString()}`;
}
