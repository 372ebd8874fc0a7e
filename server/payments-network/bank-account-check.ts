/**
 * The service that tells whether an account can be drawn on, asked before its
 * first draft (rule of Nacha for drafts made over the internet).
 */
export interface BankAccountCheck {
  /** Numbers that the service does not accept are those of no account. @throws ProcessorUnavailable when no answer came. */
  isDrawable(account: BankAccountNumbers): Promise<boolean>;
}

export interface BankAccountNumbers {
  readonly routingNumber: string;
  readonly accountNumber: string;
}
