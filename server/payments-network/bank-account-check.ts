/** Verifies that an account can be debited, before its first draft (the Nacha rule for WEB debits). */
export interface BankAccountCheck {
  /** Numbers the service rejects count as no account. @throws ProcessorUnavailable without an answer */
  isDrawable(account: BankAccountNumbers): Promise<boolean>;
}

export interface BankAccountNumbers {
  readonly routingNumber: string;
  readonly accountNumber: string;
}
