import { useEffect, useRef, useState } from 'react';
import { call } from '#web/data/client.ts';
import { clock } from '#web/data/clock.ts';
import { isRestoredSession, refreshSession } from '#web/data/session.ts';
import { signOut } from '#web/data/sign-out.ts';
import { judgeIdle } from './idle-rules.ts';

/** What counts as being there (A 4). */
const activityEvents = ['mousemove', 'mousedown', 'wheel', 'keydown', 'scroll', 'touchstart', 'touchmove'] as const;

/** Other tabs hear of activity at most this often. */
const TELL_TABS_MS = 1_000;

interface IdleWatch {
  /** Seconds until the session ends, while the person is being asked; null otherwise. */
  readonly secondsLeft: number | null;
  /** Keeps the session. */
  readonly resume: () => void;
}

/**
 * Watches for inactivity while it is mounted, in all tabs of the browser
 * together, and ends the session when nobody answers (A 4).
 */
export function useIdleWatch(): IdleWatch {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const resume = useRef<() => void>(() => undefined);

  useEffect(() => {
    const tabs = new BroadcastChannel('passbook-activity');
    const nowMs = clock.nowMs();
    const times = { lastActivityMs: nowMs, lastContactMs: isRestoredSession() ? 0 : nowMs };
    let asking = false;
    let toldTabsMs = 0;

    function tellTabs() {
      // A channel is of one origin and knows no target.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      tabs.postMessage(null);
    }
    function contactServer() {
      times.lastContactMs = clock.nowMs();
      void prolongSession();
    }
    function stay() {
      asking = false;
      times.lastActivityMs = clock.nowMs();
      setSecondsLeft(null);
    }
    function noteActivity() {
      // Once asked, only an answer counts.
      if (asking) return;
      times.lastActivityMs = clock.nowMs();
      if (times.lastActivityMs - toldTabsMs < TELL_TABS_MS) return;
      toldTabsMs = times.lastActivityMs;
      tellTabs();
    }
    function look() {
      const verdict = judgeIdle(times, clock.nowMs());
      asking = verdict.kind !== 'active';
      setSecondsLeft(verdict.kind === 'expiring' ? verdict.secondsLeft : null);
      if (verdict.kind === 'active' && verdict.tellServer) contactServer();
      if (verdict.kind === 'expired') {
        clearInterval(timer);
        void signOut('expired');
      }
    }
    resume.current = () => {
      stay();
      tellTabs();
      contactServer();
    };

    const timer = setInterval(look, 1_000);
    tabs.addEventListener('message', stay);
    // Timers sleep with the machine and in hidden tabs.
    document.addEventListener('visibilitychange', look);
    for (const event of activityEvents) addEventListener(event, noteActivity, { passive: true, capture: true });
    look();
    return () => {
      clearInterval(timer);
      tabs.close();
      document.removeEventListener('visibilitychange', look);
      for (const event of activityEvents) removeEventListener(event, noteActivity, { capture: true });
    };
  }, []);

  return { secondsLeft, resume: () => resume.current() };
}

/** Tells the server that the person is here and learns who they are; a session it no longer knows ends here too. */
async function prolongSession(): Promise<void> {
  const result = await call('GET /api/Login/Session');
  if (result.kind === 'answer') refreshSession(result.body);
}
