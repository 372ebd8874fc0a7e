import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { lazily } from '#web/kit/lazily.tsx';
import { whenIdle } from '#web/kit/when-idle.ts';

// All in one file (`vite.config.ts`).
const frameParts = () => import('./FrameParts.tsx');
export const LogoutDialog = lazily(async () => (await frameParts()).LogoutDialog);
export const UnsavedChangesDialog = lazily(async () => (await frameParts()).UnsavedChangesDialog);
export const SessionExpiryDialog = lazily(async () => (await frameParts()).SessionExpiryDialog);
export const LateFrame = lazily(async () => (await frameParts()).LateFrame);
export const SubmissionNotices = lazily(async () => (await import('./SubmissionNotices.tsx')).SubmissionNotices);

/** Each brings its file, and with it the others of the file. */
const parts = [LateFrame, SubmissionNotices];

/**
 * Loads what no screen shows at first, once the first one is there: a press must find it, and some of it is needed when
 * nothing can be loaded.
 * @returns whether it is here
 */
export function useLateParts(): boolean {
  const [areHere, setHere] = useState(false);
  const isShown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation !== undefined });
  useEffect(() => {
    if (!isShown) return;
    whenIdle(() => {
      void Promise.all(parts.map((part) => part.preload())).then(
        () => setHere(true),
        () => undefined,
      );
    });
  }, [isShown]);
  return areHere;
}
