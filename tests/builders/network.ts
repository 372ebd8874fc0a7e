import { cents } from '#common/core/money.ts';
import type { ChargeRequest } from '#server/payments-network/card-processor.ts';
import type { OutsideService } from '#server/platform/network-variables.ts';

/** A service of the payments network, by default without a key. */
export function serviceAt(url: string, timeoutMs = 10_000, key: string | null = null): OutsideService {
  return { url, key, tls: null, timeoutMs };
}

export function chargeRequestOf(paymentId: string, token: string, amountCents: number): ChargeRequest {
  return {
    paymentId,
    token,
    amountCents: cents(amountCents),
    loanNumber: '101-005520-1',
    referenceNumber: 'AB12CD34',
    descriptor: 'FIRST HARBOR LENDING',
  };
}
