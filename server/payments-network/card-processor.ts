import type { Cents } from '#common/core/money.ts';
import type { CardBrand } from '#common/payments/rules/payment-types.ts';

/**
 * The company that charges cards. The embedded sandbox is a separate HTTP server with its own storage; a real processor
 * replaces it behind this interface.
 */
export interface CardProcessor {
  /**
   * Sends a card to the vault and returns a token. We never store its number or security code. With a confirmation, the
   * card may be charged only once the customer has confirmed it, and `findCard` finds it then.
   * @param returnUrl where the page of a confirmation sends the customer afterwards; undefined if none can be shown
   * @throws InformationRefused if the vault rejects the card
   * @throws ProcessorUnavailable without an answer
   */
  tokenize(card: CardDetails, returnUrl?: string): Promise<CardToken>;

  /**
   * Begins to store a card that the processor's own fields in the portal's form take. Only processors with such fields.
   * @throws ProcessorUnavailable without an answer
   */
  beginSetup?(): Promise<CardSetup>;

  /**
   * Charges a token at most once per payment id: the same id again returns the first answer. A request the processor
   * rejects is declined as `InvalidInfo`.
   * @throws ProcessorUnavailable without an answer; the charge may still have happened
   */
  charge(charge: ChargeRequest): Promise<ChargeAnswer>;

  /**
   * Asks how a charge stands that waited for the customer's confirmation. Changes nothing; the same data as the charge,
   * but `returnUrl` isn't needed.
   * @throws ProcessorUnavailable without an answer
   */
  checkConfirmation(charge: ChargeRequest): Promise<ChargeAnswer>;

  /**
   * Returns the card of a token that the processor's own page or fields handed out, or that waited for a confirmation;
   * undefined for an unknown one, and for one that isn't confirmed.
   * @throws ProcessorUnavailable without an answer
   */
  findCard(token: string): Promise<FoundCard | undefined>;

  /**
   * Returns the outcome of a payment id. `absent` is final: after asking, the processor refuses that id, so a charge
   * still on its way, or still to be confirmed, can't arrive later.
   * @throws ProcessorUnavailable without an answer
   */
  settle(paymentId: string): Promise<ChargeOutcome | { readonly state: 'absent' }>;

  /**
   * Refunds a charge, at most once per payment id; or a part of it, at most once per refund id, and never more than was
   * charged.
   */
  refund(paymentId: string, part?: ChargePart): Promise<void>;

  /**
   * Returns a page of the processor's report: requested charges in order, starting after `after`; empty at the end.
   * @throws ProcessorUnavailable without an answer
   */
  listCharges(after: number): Promise<readonly ReportedCharge[]>;

  /**
   * Proves that charges would be answered, without charging anything.
   * @throws ProcessorUnavailable
   */
  assertAnswers(): Promise<void>;
}

export interface CardSetup {
  /** Lets the browser give this setup a card, once. */
  readonly clientSecret: string;
}

/** A part of a charge that goes back. */
export interface ChargePart {
  readonly refundId: string;
  readonly amountCents: Cents;
}

export interface ReportedCharge {
  readonly sequence: number;
  readonly paymentId: string;
  readonly amountCents: Cents;
  readonly state: 'approved' | 'declined' | 'absent';
  /** All of it went back. */
  readonly refunded: boolean;
  /** Refunded so far; undefined for a processor that doesn't report partial refunds. */
  readonly refundedCents?: Cents | undefined;
}

export interface CardDetails {
  readonly cardNumber: string;
  readonly securityCode: string;
  /** `MM/YY` */
  readonly expiration: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly zipCode: string;
}

export interface CardToken {
  readonly token: string;
  readonly brand: CardBrand;
  readonly lastFour: string;
  /** The same for the same card number; used to recognize a card saved before. */
  readonly fingerprint: string;
  /** The page on which the customer has to confirm the card before it is used (3-D Secure). */
  readonly confirmUrl?: string | undefined;
}

/** Enough to use a card that only the processor saw. */
export interface FoundCard extends CardToken {
  /** `MM/YY` */
  readonly expiration: string;
}

export interface ChargeRequest {
  readonly paymentId: string;
  readonly token: string;
  readonly amountCents: Cents;
  /** For the processor's records, disputes and reports. */
  readonly loanNumber: string;
  /** The number that the customer quotes when calling. */
  readonly referenceNumber: string;
  /** The name on the cardholder's statement; null for the processor's own choice. */
  readonly descriptor: string | null;
  /**
   * Where the processor's page for a confirmation sends the customer afterwards. Without it no customer is there, and a
   * card that needs a confirmation is declined.
   */
  readonly returnUrl?: string;
}

/**
 * A code, or the processor's own message after `Generic -` (P 8). `ConfirmationRequired`: the bank wants the cardholder to
 * confirm, who isn't there; `NotConfirmed`: the cardholder or the bank refused.
 */
export type ChargeDecline =
  | 'Declined'
  | 'OverLimit'
  | 'InvalidInfo'
  | 'Expired'
  | 'ConfirmationRequired'
  | 'NotConfirmed'
  | `Generic - ${string}`;

export type ChargeOutcome =
  | { readonly state: 'approved'; readonly authorization: string }
  | { readonly state: 'declined'; readonly reason: ChargeDecline };

/** `confirm`: nothing is charged until the customer confirms on the page at `url` (3-D Secure). */
export type ChargeAnswer = ChargeOutcome | { readonly state: 'confirm'; readonly url: string };

/** The outcome is unknown: no answer, or one that doesn't mention the charge. */
export class ProcessorUnavailable extends Error {
  override readonly name: string = 'ProcessorUnavailable';
  /** Undefined without an answer, or with one that is not understood. */
  readonly status: number | undefined;

  constructor(message: string, { status, ...options }: ErrorOptions & { readonly status?: number } = {}) {
    super(message, options);
    this.status = status;
  }
}

/**
 * The network rejected the data and did nothing; the customer can correct it. In calls without customer data, treat it
 * like no answer.
 */
export class InformationRefused extends ProcessorUnavailable {
  override readonly name = 'InformationRefused';
}
