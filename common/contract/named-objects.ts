export type OwnedObject =
  | 'account'
  | 'application'
  | 'paymentMethod'
  | 'cardSetup'
  | 'plannedPayment'
  | 'receipt'
  | 'submission'
  | 'authorization'
  | 'document'
  | 'conversation'
  | 'request'
  | 'statement'
  | 'passkey'
  | 'session'
  | 'device';

/** An input that looks like an identifier but doesn't name an object of a customer. */
export interface Exempt {
  /** Why ownership doesn't apply, e.g. "the secret itself". */
  readonly exempt: string;
}

/** A place in the input, e.g. `query.accountNumber`, `body.Payment.Method.ProfileId` or `body.AccountNumbers[]`. */
export type InputPlace = `query.${string}` | `body.${string}`;

export type NamedObjects = Readonly<Partial<Record<InputPlace, OwnedObject | Exempt>>>;

/** Inputs that look like identifiers but never are, each with its reason. */
export const exemptNames: Readonly<Record<string, string>> = {
  ProcessorToken: 'unguessable, and made by the card processor, which is asked what it stands for',
  RoutingNumber: 'names a bank',
  routingNumber: 'names a bank',
  CardNumber: 'the card itself, as typed',
  PhoneNumber: 'contact information, as typed',
  NewPhoneNumber: 'contact information, as typed',
  OldPhoneNumber: 'contact information, as shown before',
  SocialSecurityNumber: 'a proof of identity, as typed',
  PageNumber: 'a position in a document',
  SequenceNumber: 'a position in a list',
  FileTypeID: "one of the institution's types of files",
  EncryptedData: 'sealed by the server for this person and account',
  EncryptedUserData: 'sealed by the server for the person whom an email was sent to',
  Enc: 'the secret of an emailed link or of this session',
  PhoneNumbers: 'contact information, as typed',
  BrandingId: "one of the institution's brands",
};

export function looksLikeIdentifier(name: string): boolean {
  return /(^|[a-z])(Number|Id|ID|Guid|Token|Key|Handle)s?$|^(id|guid|token|key|number|Enc|Encrypted(Data|String|UserData))s?$/.test(
    name,
  );
}
