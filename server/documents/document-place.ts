/** The account, application, customer, message or request a document belongs to (M 3). */
export type DocumentPlace =
  | { readonly kind: 'account'; readonly accountNumber: string }
  | {
      readonly kind: 'application';
      readonly applicationNumber: string;
      /** From the request; 1 by default (C-062). */
      readonly uploadNumber: number;
    }
  | { readonly kind: 'customer' }
  | AttachmentPlace;

/** Something that names its files when it is sent. */
export type AttachmentPlace =
  | {
      readonly kind: 'message';
      /** Null for a customer's file. */
      readonly staffId: number | null;
    }
  | { readonly kind: 'form'; readonly formKey: string };

export function placeColumns(place: DocumentPlace) {
  return {
    account_number: place.kind === 'account' ? place.accountNumber : null,
    application_number: place.kind === 'application' ? place.applicationNumber : null,
    upload_number: place.kind === 'application' ? place.uploadNumber : null,
    for_message: place.kind === 'message',
    form_key: place.kind === 'form' ? place.formKey : null,
    attached_by: place.kind === 'message' ? place.staffId : null,
  };
}
