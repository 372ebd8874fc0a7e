import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ChangeComparison } from '#common/payments/schedule-preview.wire.ts';
import type { SubmissionProblem } from '#web/payments/review/submission-problem.ts';
import { previewProblem } from '#web/payments/review/explain-problem.ts';
import { isOutdated, type PreviewAnswer } from './planned-payment-changes.ts';

/** Waits for a pause in typing before asking. */
const ASKED_AFTER_MS = 400;

export type ChangePreviewState =
  /** The entries are incomplete or change nothing. */
  | { readonly state: 'incomplete' }
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly preview: ChangeComparison }
  | {
      readonly state: 'refused';
      readonly problem: SubmissionProblem;
      /** Null if the payment was changed elsewhere, which would be the same again. */
      readonly tryAgain: (() => void) | null;
    };

/**
 * Previews a change on the server whenever it changes.
 * @param change everything the answer depends on; null while incomplete
 */
export function useChangePreview<Change extends object>(
  of: string,
  change: Change | null,
  ask: (change: Change) => Promise<PreviewAnswer>,
): ChangePreviewState {
  const wanted = JSON.stringify(change);
  const settled = useSettled(wanted);
  const { data, refetch, isFetching } = useQuery({
    queryKey: ['payments', 'changePreview', of, settled],
    queryFn: () => (change ? ask(change) : Promise.reject(new Error('The change to preview is missing'))),
    enabled: change !== null && settled === wanted,
    staleTime: 0,
    gcTime: 0,
  });
  if (change === null) return { state: 'incomplete' };
  if (settled !== wanted || data === undefined || isFetching) return { state: 'loading' };
  if (data.kind === 'answer') return { state: 'ready', preview: data.body };
  const tryAgain = isOutdated(data) ? null : () => void refetch();
  return { state: 'refused', problem: previewProblem(data), tryAgain };
}

/** Returns the value once it has stayed unchanged for a moment; the first one at once. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ASKED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
