/** The account, application or customer a document belongs to (M 3). */
export type DocumentPlace =
  | { readonly kind: 'account'; readonly accountNumber: string }
  | {
      readonly kind: 'application';
      readonly applicationNumber: string;
      /** From the request; 1 by default (C-062). */
      readonly uploadNumber: number;
    }
  | { readonly kind: 'customer' };

export function placeColumns(place: DocumentPlace) {
  return {
    account_number: place.kind === 'account' ? place.accountNumber : null,
    application_number: place.kind === 'application' ? place.applicationNumber : null,
    upload_number: place.kind === 'application' ? place.uploadNumber : null,
  };
}
