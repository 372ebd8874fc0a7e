export interface RoutingDirectory {
  findBank(routingNumber: string): Promise<Bank | undefined>;
}

export interface Bank {
  readonly routingNumber: string;
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  /** False for a bank with wires only; its accounts can't be debited. */
  readonly achAllowed: boolean;
}
