import { useEffect, useEffectEvent, useState } from 'react';
import { fetchMaintenanceState } from '#web/institution/maintenance.ts';

const ASK_EVERY_MS = 3_000;

/** After this time without an answer, the error shows. */
const SHOWN_AFTER_MS = 1_000;

/** Prevents endless reloads: a page that fails again within this time isn't reloaded. */
const RELOADED_LATELY_MS = 60_000;

/** `atOnce`: a retry may work, for example after an update replaced a file. `later`: a retry now would fail. */
export type Recoverable = 'atOnce' | 'later' | 'no';

/**
 * Calls `recover` once the server answers.
 * Returns whether an immediate retry may work, so no error needs to show yet.
 */
export function useRecoveryWhenBack(kind: Recoverable, recover: () => void): boolean {
  const onBack = useEffectEvent(recover);
  const [isTrying, setTrying] = useState(() => kind === 'atOnce' && !wasReloadedLately());
  useEffect(() => {
    if (kind === 'no' || (kind === 'atOnce' && wasReloadedLately())) return undefined;
    let isGone = false;
    const patience = setTimeout(() => setTrying(false), SHOWN_AFTER_MS);
    let timer = setTimeout(() => void ask(), kind === 'atOnce' ? 0 : ASK_EVERY_MS);
    async function ask() {
      const isBack = (await fetchMaintenanceState()) !== 'unknown';
      if (isGone) return;
      if (isBack) {
        onBack();
        return;
      }
      setTrying(false);
      timer = setTimeout(() => void ask(), ASK_EVERY_MS);
    }
    return () => {
      isGone = true;
      clearTimeout(timer);
      clearTimeout(patience);
    };
  }, [kind]);
  return isTrying;
}

function wasReloadedLately(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (
    performance.now() < RELOADED_LATELY_MS && (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload'
  );
}
