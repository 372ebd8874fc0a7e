/** The host gave no answer, or none in time: what it was asked to do may have been done or not. */
export class HostUnavailable extends Error {
  override readonly name = 'HostUnavailable';
  /** `late`: it may still do what it was asked. `failed`: it answered that it could not. */
  readonly why: 'unreachable' | 'late' | 'failed';

  constructor(why: HostUnavailable['why'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
  }
}

/** The host will never do what it was asked; asking again is useless. */
export class HostRefused extends Error {
  override readonly name = 'HostRefused';
  readonly reason: HostRefusal;

  constructor(reason: HostRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

export const hostRefusals = ['NotALoan', 'OtherPayment', 'NoSuchAccount'] as const;

export type HostRefusal = (typeof hostRefusals)[number];
