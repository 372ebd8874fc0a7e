import { useQuery } from '@tanstack/react-query';
import { previewFromWire, type SealedPreview } from '#common/payments/payment-preview.wire.ts';
import { call, type Refused, type Unreachable } from '#web/data/client.ts';
import { clock } from '#web/data/clock.ts';
import { previewToWire } from './payment-request.wire.ts';
import type { ReadyPayment } from './ready-payment.ts';
import type * as sendPayment from './send-payment.ts';
import { noConnection, type SubmissionProblem } from './submission-problem.ts';

export type PreviewState =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly preview: SealedPreview }
  | { readonly state: 'refused'; readonly problem: SubmissionProblem };

export interface PreviewControl {
  readonly preview: PreviewState;
  readonly load: () => void;
  /** Loads it again if it was refused or is about to expire. */
  readonly renew: () => void;
}

/** A preview that expires sooner is loaded again before it is submitted. */
const SPARE_MS = 60_000;

/** Loads the preview of the payment under review; another amount, day or method loads another. */
export function usePreview(payment: ReadyPayment | null): PreviewControl {
  const body = payment && previewToWire(payment);
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['paymentPreview', body],
    // A refusal is shown with the payment, so it isn't an error of the query.
    queryFn: async ({ signal }) => {
      if (!body) throw new Error('No payment to preview');
      const result = await call('POST /api/PaymentPreview', { body, signal });
      return result.kind === 'answer' ? result : { kind: 'refused' as const, problem: await explain(result) };
    },
    enabled: payment !== null,
    gcTime: 0,
  });
  const preview: PreviewState =
    isFetching || !data
      ? { state: 'loading' }
      : data.kind === 'answer'
        ? { state: 'ready', preview: previewFromWire(data.body) }
        : { state: 'refused', problem: data.problem };
  const load = () => void refetch();

  return {
    preview,
    load,
    renew: () => {
      const expires = preview.state === 'ready' ? preview.preview.validUntilMs : 0;
      if (preview.state !== 'loading' && expires - clock.nowMs() < SPARE_MS) load();
    },
  };
}

async function explain(result: Refused | Unreachable): Promise<SubmissionProblem> {
  const code = await loadSending().catch(() => undefined);
  return code?.explainPreview(result) ?? noConnection;
}

/** Loads what sends a payment and explains refusals: once the review is complete, and again if that failed. */
export function loadSending(): Promise<typeof sendPayment> {
  const load = () => import('./send-payment.ts');
  return load().catch(load);
}
