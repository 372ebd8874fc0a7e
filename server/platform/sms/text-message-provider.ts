/** Sends text messages and stores each phone's consent per brand. Modules see only this interface. */
export interface TextMessageProvider {
  /**
   * Idempotent by message id.
   * @throws TextProviderUnavailable, or NotTextable
   */
  send(message: { readonly messageId: string; readonly to: string; readonly body: string }): Promise<void>;

  /**
   * In the provider's order, at most 20.
   * @throws TextProviderUnavailable, or NotTextable
   */
  listSubscriptions(phoneNumber: string): Promise<TextSubscription[]>;

  /**
   * Changes a phone's consents; each brand succeeds or fails separately.
   * @throws TextProviderUnavailable if the outcome is unknown, or NotTextable
   */
  changeSubscriptions(phoneNumber: string, changes: readonly SubscriptionChange[]): Promise<SubscriptionOutcome[]>;
}

export interface TextSubscription {
  readonly brandingId: string;
  readonly brandingName: string;
  readonly marketing: boolean;
  readonly account: boolean;
}

/** Null leaves a flag unchanged. */
export interface SubscriptionChange {
  readonly brandingId: string;
  readonly marketing: boolean | null;
  readonly account: boolean | null;
}

/** Which flags of a brand were set; null if no change was requested. */
export interface SubscriptionOutcome {
  readonly brandingId: string;
  readonly marketingSet: boolean | null;
  readonly accountSet: boolean | null;
}

/** The phone can't receive texts, for example a landline. */
export class NotTextable extends Error {
  override readonly name = 'NotTextable';
}

export class TextProviderUnavailable extends Error {
  override readonly name = 'TextProviderUnavailable';
  /** The provider answered that it won't do this, so asking again soon is useless. */
  readonly isRefusal: boolean;

  constructor(
    message: string,
    { isRefusal = false, ...options }: ErrorOptions & { readonly isRefusal?: boolean } = {},
  ) {
    super(message, options);
    this.isRefusal = isRefusal;
  }
}
