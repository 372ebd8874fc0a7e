import type { Cents } from '#common/core/money.ts';
import type { CardBrand } from '#common/payments/rules/payment-types.ts';

/**
 * The company that charges cards. The embedded sandbox implements it as its own
 * HTTP server with its own store; a real one replaces it behind this interface.
 */
export interface CardProcessor {
  /**
   * Hands a card to the vault. Its number and code stop here: we keep the token.
   * @throws InformationRefused when the vault takes no such card.
   * @throws ProcessorUnavailable when the vault gave no answer.
   */
  tokenize(card: CardDetails): Promise<CardToken>;

  /**
   * Charges a token at most once per payment id: the same id again answers as the first time.
   * A request that the processor does not accept is declined as `InvalidInfo`.
   * @throws ProcessorUnavailable when no answer came; the charge may still have happened.
   */
  charge(charge: ChargeRequest): Promise<ChargeOutcome>;

  /**
   * What became of a payment id. `absent` is final: asking makes the processor
   * refuse that id from then on, so a charge that is still on its way cannot land later.
   * @throws ProcessorUnavailable when no answer came.
   */
  settle(paymentId: string): Promise<ChargeOutcome | { readonly state: 'absent' }>;

  /** Gives a charge back, at most once per payment id. */
  refund(paymentId: string): Promise<void>;

  /**
   * The processor's report: what it was asked to charge, in order, from the one after `after`; a page of it, and
   * nothing when there is no more.
   * @throws ProcessorUnavailable when no answer came.
   */
  listCharges(after: number): Promise<readonly ReportedCharge[]>;
}

export interface ReportedCharge {
  readonly sequence: number;
  readonly paymentId: string;
  readonly amountCents: Cents;
  readonly state: 'approved' | 'declined' | 'absent';
  readonly refunded: boolean;
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
  /** Stable for the same card number: how a card that was saved before is recognised. */
  readonly fingerprint: string;
}

export interface ChargeRequest {
  readonly paymentId: string;
  readonly token: string;
  readonly amountCents: Cents;
}

/** A code, or the processor's own words behind `Generic -` (P 8). */
export type ChargeDecline = 'Declined' | 'OverLimit' | 'InvalidInfo' | 'Expired' | `Generic - ${string}`;

export type ChargeOutcome =
  | { readonly state: 'approved'; readonly authorization: string }
  | { readonly state: 'declined'; readonly reason: ChargeDecline };

/** No answer, or one that says nothing of the charge: the outcome is unknown. */
export class ProcessorUnavailable extends Error {
  override readonly name: string = 'ProcessorUnavailable';
}

/**
 * The network refuses what it was told, and nothing happened: something a customer
 * can mend. To a question that a customer cannot mend it is as good as no answer.
 */
export class InformationRefused extends ProcessorUnavailable {
  override readonly name = 'InformationRefused';
}
