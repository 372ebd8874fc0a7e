/** The banks of the country by routing number. */
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
  /** False: the bank takes part in wires only, so its accounts cannot be drawn on. */
  readonly achAllowed: boolean;
}
