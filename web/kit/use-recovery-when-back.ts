import { useEffect, useEffectEvent, useState } from 'react';
import { askForMaintenance } from '#web/institution/maintenance.ts';

const ASK_EVERY_MS = 3_000;

/** After this long without an answer the failure shows. */
const SHOWN_AFTER_MS = 1_000;

/** A page that was reloaded and fails again within this time is not reloaded again: that could go on forever. */
const RELOADED_LATELY_MS = 60_000;

/** `atOnce`: may be over already, as when an update replaced a file. `later`: another try at once would fail again. */
export type Recoverable = 'atOnce' | 'later' | 'no';

/**
 * Calls `recover` once the server answers.
 * @returns whether the failure may be over at once, so that there is no error to show yet
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
      const isBack = (await askForMaintenance()) !== 'unknown';
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
