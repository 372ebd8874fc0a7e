import { useState } from 'react';
import type { PaymentPreview } from '#common/payments/payment-preview.api.ts';
import { call } from '#web/data/client.ts';
import { previewToWire } from './payment-request.ts';
import type { ReadyPayment } from './ready-payment.ts';
import { problemBeforePaying, type SubmissionProblem } from './submission-problem.ts';

export type PreviewState =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly preview: PaymentPreview }
  | { readonly state: 'refused'; readonly problem: SubmissionProblem };

export interface PreviewControl {
  readonly preview: PreviewState;
  readonly load: () => Promise<void>;
}

/** Loaded whenever it is about to be shown, because its token expires within minutes. */
export function usePreview(payment: ReadyPayment | null): PreviewControl {
  const [preview, setPreview] = useState<PreviewState>({ state: 'loading' });

  async function load() {
    if (!payment) return;
    setPreview({ state: 'loading' });
    const result = await call('POST /api/PaymentPreview', { body: previewToWire(payment) });
    setPreview(
      result.kind === 'answer'
        ? { state: 'ready', preview: result.body }
        : { state: 'refused', problem: problemBeforePaying(result) },
    );
  }
  return { preview, load };
}
