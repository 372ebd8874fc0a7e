/** The host did not answer in time. The operation may or may not have been done. */
export class HostUnavailable extends Error {
  override readonly name = 'HostUnavailable';
  /** `late`: the host may still do it. `failed`: the host answered with an error. */
  readonly why: 'unreachable' | 'late' | 'failed';

  constructor(why: HostUnavailable['why'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
  }
}

/** A permanent refusal; retrying is useless. */
export class HostRefused extends Error {
  override readonly name = 'HostRefused';
  readonly reason: HostRefusal;

  constructor(reason: HostRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

export const hostRefusals = [
  'NotALoan',
  'OtherPayment',
  'NoSuchAccount',
  'ChargePaid',
  'NotOverpaid',
  'TermsStay',
  'NotThere',
  'NotOffered',
] as const;

export type HostRefusal = (typeof hostRefusals)[number];
