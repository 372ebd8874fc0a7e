import { z } from 'zod';
import { envelope } from '#common/contract/envelope.ts';
import { recurringOptions } from '#common/payments/rules/payment-types.ts';

export const accountNumber = z.string().min(1).max(32);
const shortText = z.string().max(100);
export const dollars = z.number().min(0).max(1_000_000_000);
export const profileId = z.string().max(64);

export const cardMethod = z.strictObject({
  BillingAddress: z.strictObject({
    ZipCode: z.string().max(10),
    Address1: shortText,
    Address2: shortText,
    City: shortText,
    State: z.string().max(2),
  }),
  CardHolderFirstName: shortText,
  CardHolderLastName: shortText,
  CardNumber: z.string().max(19),
  ExpirationDate: z.string().max(5),
  SecurityCode: z.string().max(4),
  CardType: z.enum(['visa', 'amex', 'master', 'discover']),
  DebitCreditType: z.enum(['DebitCard', 'CreditCard']),
  LoanAccountNumber: accountNumber,
});

export type CardMethodBody = z.infer<typeof cardMethod>;

/** Not in P 3: a card that the processor's own page took; the server asks the processor what the token stands for. */
export const tokenizedCard = z.strictObject({
  ProcessorToken: z.string().min(1).max(64),
  DebitCreditType: z.enum(['DebitCard', 'CreditCard']),
  LoanAccountNumber: accountNumber,
});

export type TokenizedCardBody = z.infer<typeof tokenizedCard>;

export const achMethod = z.strictObject({
  AccountType: z.enum(['Checking', 'Savings']),
  RoutingNumber: z.string().max(9),
  AccountNumber: z.string().max(17),
  OwnerName: shortText,
  LoanAccountNumber: accountNumber,
});

export type AchMethodBody = z.infer<typeof achMethod>;

/** A saved method by type and profile (P 3). */
export const methodReference = z.strictObject({
  IsCard: z.boolean(),
  ProfileId: profileId,
  LastFour: z.string().max(4),
});

/** A saved method in lists: never more than the last four digits (P 3). */
export const savedMethod = z.strictObject({
  IsCard: z.boolean(),
  CardInfo: z
    .strictObject({
      CardType: z.enum(['visa', 'amex', 'master', 'discover']),
      CardNumber: z.string(),
      ExpirationDate: z.string(),
      ProfileId: z.string(),
      DebitCreditType: z.enum(['DebitCard', 'CreditCard']),
    })
    .nullable(),
  AchInfo: z
    .strictObject({
      AccountType: z.enum(['Checking', 'Savings']),
      AccountNumber: z.string(),
      ProfileId: z.string(),
      BankName: z.string(),
    })
    .nullable(),
});

export type SavedMethodItem = z.infer<typeof savedMethod>;

export const isoDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

export const payment = z.strictObject({
  LogonName: z.string().max(128),
  Details: z.strictObject({
    PaymentDate: isoDay,
    LoanAccountNumber: accountNumber,
    Company: z.number().int(),
    PaymentAmount: dollars,
    FirstPartyFee: dollars,
    ThirdPartyFee: dollars,
    AdditionalPrincipalAmount: dollars,
  }),
  AccountType: z.number().int(),
  IsPayoff: z.boolean(),
});

/** Either a saved method by its profile, or a complete single-use one. */
const submittedCard = z.union([z.strictObject({ ProfileId: profileId }), tokenizedCard, cardMethod]);
export const submittedAch = z.union([z.strictObject({ ProfileId: profileId }), achMethod]);

/** The preview token. The payment is refused if the preview no longer holds. Optional for other clients. */
const Preview = z.string().max(500).optional();

export const cardSubmission = z.strictObject({
  EncryptedData: z.string().max(2_000),
  Preview,
  Payment: z.strictObject({ ...payment.shape, Method: submittedCard }),
});

export const achSubmission = z.strictObject({
  /** Longer where it holds the loan's figures for payments while the host is down. */
  EncryptedData: z.string().max(8_000),
  Preview,
  Payment: z.strictObject({ ...payment.shape, Method: submittedAch }),
});

export type CardSubmission = z.infer<typeof cardSubmission>;
export type AchSubmission = z.infer<typeof achSubmission>;

export const submitted = z.strictObject({ ...envelope.shape, ReferenceNumber: z.string() });

export const submittedDraft = z.strictObject({
  ...submitted.shape,
  /** Accepted while the host is down: it posts the payment later, or the customer gets an email. */
  Pending: z.boolean(),
});

/** The schedule of a recurring payment (P 3, Payment request). */
export const recurringDetails = z.strictObject({
  RecurringOption: z.enum(recurringOptions),
  DaysBeforeDue: z.number().int().min(0).max(31),
});

export type RecurringDetails = z.infer<typeof recurringDetails>;

export const recurringCardSubmission = z.strictObject({
  ...cardSubmission.shape,
  RecurringDetails: recurringDetails,
});

export const recurringAchSubmission = z.strictObject({
  ...achSubmission.shape,
  RecurringDetails: recurringDetails,
  /** The PassableToken of the prepared agreement, if the institution requires one. */
  AchDraftAgreementToken: z.string().max(64).nullable().optional(),
});

export type RecurringCardSubmission = z.infer<typeof recurringCardSubmission>;
export type RecurringAchSubmission = z.infer<typeof recurringAchSubmission>;

/** A one-time payment on a later day (P 3). */
export const scheduledPayment = z.strictObject({
  EncryptedString: z.string(),
  ReferenceNumber: z.string(),
  IsCard: z.boolean(),
  /** Last digits of the card or bank account. */
  AccountNumber: z.string(),
  /** Not in P 3: the card's last valid day; null for a bank account or if unknown. */
  CardGoodThrough: isoDay.nullable(),
  PaymentDate: isoDay,
  PaymentAmount: z.number(),
  TotalAmount: z.number(),
  /** Not in P 3: included in the total. */
  FeeAmount: z.number(),
  /** Not in P 3: pays the loan off. A change keeps its date and amount. */
  IsPayoff: z.boolean(),
  HasBeenPosted: z.boolean(),
  /** Not in P 3: not made while a hold code of the loan stops payments of its type. */
  Paused: z.boolean(),
  CanDelete: z.boolean(),
  CanEdit: z.boolean(),
});

export const recurringPayment = z.strictObject({
  EncryptedData: z.string(),
  ReferenceNumber: z.string(),
  IsCard: z.boolean(),
  Date: isoDay,
  TotalAmount: z.number(),
  /** Not in P 3: included in the total, or added to the total due. */
  FeeAmount: z.number(),
  PaymentAmount: z.number(),
  AdditionalPrincipalAmount: z.number(),
  /** Last digits of the card or bank account. */
  PaymentAccountNum: z.string(),
  /** Not in P 3: the card's last valid day; null for a bank account or if unknown. */
  CardGoodThrough: isoDay.nullable(),
  RecurringOption: recurringDetails.shape.RecurringOption,
  NumberOfDays: z.number().int(),
  /** Pays the total due of the day; the amounts are zero. */
  PaysTotalDue: z.boolean(),
  /** Not in P 3: not made while a hold code of the loan stops payments of its type. */
  Paused: z.boolean(),
  CanDelete: z.boolean(),
  CanEdit: z.boolean(),
  CanSkip: z.boolean(),
});

export type ScheduledPaymentItem = z.infer<typeof scheduledPayment>;
export type RecurringPaymentItem = z.infer<typeof recurringPayment>;

/** The consequence if nothing more is paid. */
export const lateChargeShape = z.union([
  z.strictObject({ PayBy: isoDay, Amount: z.number() }),
  z.literal(['None', 'Unknown']),
]);

export type WireLateCharge = z.infer<typeof lateChargeShape>;

/** Null if the payment is on time. */
export const lateShape = z
  .strictObject({ DueDate: isoDay, PastGrace: z.boolean(), LateCharge: lateChargeShape })
  .nullable();

export type WireLate = z.infer<typeof lateShape>;
