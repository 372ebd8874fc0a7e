/** What a document belongs to (M 3). */
export type DocumentPlace =
  | { readonly kind: 'account'; readonly accountNumber: string }
  | {
      readonly kind: 'application';
      readonly applicationNumber: string;
      /** Under which it was handed in; 1 unless somebody says otherwise (C-062). */
      readonly uploadNumber: number;
    }
  | { readonly kind: 'customer' };

/** The place as the columns of its document have it. */
export function placeColumns(place: DocumentPlace) {
  return {
    account_number: place.kind === 'account' ? place.accountNumber : null,
    application_number: place.kind === 'application' ? place.applicationNumber : null,
    upload_number: place.kind === 'application' ? place.uploadNumber : null,
  };
}
