/**
 * The service that texts customers and keeps what each telephone has agreed to,
 * brand by brand. Features see only this interface.
 */
export interface TextMessageProvider {
  /** Handing the same id over again sends nothing more. @throws TextProviderUnavailable, or NotTextable. */
  send(message: { readonly messageId: string; readonly to: string; readonly body: string }): Promise<void>;

  /** In the provider's order, at most 20. @throws TextProviderUnavailable, or NotTextable. */
  listSubscriptions(phoneNumber: string): Promise<TextSubscription[]>;

  /**
   * Changes what a telephone has agreed to; each brand succeeds or fails by itself.
   * @throws TextProviderUnavailable when nothing is known of the outcome, or NotTextable.
   */
  changeSubscriptions(phoneNumber: string, changes: readonly SubscriptionChange[]): Promise<SubscriptionOutcome[]>;
}

export interface TextSubscription {
  readonly brandingId: string;
  readonly brandingName: string;
  readonly marketing: boolean;
  readonly account: boolean;
}

/** Null is a flag that stays as it is. */
export interface SubscriptionChange {
  readonly brandingId: string;
  readonly marketing: boolean | null;
  readonly account: boolean | null;
}

/** Which of the wanted flags of a brand were set; null where nothing was wanted. */
export interface SubscriptionOutcome {
  readonly brandingId: string;
  readonly marketingSet: boolean | null;
  readonly accountSet: boolean | null;
}

/** Texts cannot reach such a telephone, for instance a landline. */
export class NotTextable extends Error {
  override readonly name = 'NotTextable';
}

export class TextProviderUnavailable extends Error {
  override readonly name = 'TextProviderUnavailable';
}
