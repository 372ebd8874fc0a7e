/** The account, application, customer or message a document belongs to (M 3). */
export type DocumentPlace =
  | { readonly kind: 'account'; readonly accountNumber: string }
  | {
      readonly kind: 'application';
      readonly applicationNumber: string;
      /** From the request; 1 by default (C-062). */
      readonly uploadNumber: number;
    }
  | { readonly kind: 'customer' }
  | {
      readonly kind: 'message';
      /** Null for a customer's file. */
      readonly staffId: number | null;
    };

export function placeColumns(place: DocumentPlace) {
  return {
    account_number: place.kind === 'account' ? place.accountNumber : null,
    application_number: place.kind === 'application' ? place.applicationNumber : null,
    upload_number: place.kind === 'application' ? place.uploadNumber : null,
    for_message: place.kind === 'message',
    attached_by: place.kind === 'message' ? place.staffId : null,
  };
}
