import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call } from '#web/data/client.ts';
import { clock } from '#web/data/clock.ts';
import { isRestoredSession, refreshSession } from '#web/data/session.ts';
import { lastActivityMs, noteActivity } from '#web/data/shared-activity.ts';
import { signOut } from '#web/data/sign-out.ts';
import { judgeIdle } from './idle-rules.ts';

/** What counts as being there (A 4). */
const activityEvents = ['mousemove', 'mousedown', 'wheel', 'keydown', 'scroll', 'touchstart', 'touchmove'] as const;

/** Other tabs hear of activity at most this often. */
const TELL_TABS_MS = 1_000;

/** Coming back to the tab and going to another screen ask the server at most this often. */
const ASK_SERVER_MS = 2_000;

interface IdleWatch {
  /** Seconds until the session ends, while the person is being asked; null otherwise. */
  readonly secondsLeft: number | null;
  /** Keeps the session. */
  readonly resume: () => void;
}

/**
 * Watches for inactivity while it is mounted, in all tabs of the browser together, and ends the
 * session when nobody answers (A 4). Also notices a session that was ended elsewhere: screens
 * that show what was fetched before would go on showing it.
 */
export function useIdleWatch(): IdleWatch {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const resume = useRef<() => void>(() => undefined);
  const router = useRouter();

  useEffect(() => {
    const nowMs = clock.nowMs();
    const times = { lastActivityMs: nowMs, lastContactMs: isRestoredSession() ? 0 : nowMs };
    let asking = false;

    function contactServer() {
      times.lastContactMs = clock.nowMs();
      void prolongSession();
    }
    function checkSession() {
      look();
      if (!asking && clock.nowMs() - times.lastContactMs >= ASK_SERVER_MS) contactServer();
    }
    function noticeActivity() {
      // Once asked, only an answer counts.
      if (asking || clock.nowMs() - times.lastActivityMs < TELL_TABS_MS) return;
      times.lastActivityMs = clock.nowMs();
      noteActivity();
    }
    function look() {
      times.lastActivityMs = Math.max(times.lastActivityMs, lastActivityMs() ?? 0);
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
      times.lastActivityMs = clock.nowMs();
      noteActivity();
      look();
      contactServer();
    };

    const timer = setInterval(look, 1_000);
    const stopListening = router.subscribe('onBeforeNavigate', checkSession);
    // Timers sleep with the machine and in hidden tabs.
    document.addEventListener('visibilitychange', checkSession);
    addEventListener('focus', checkSession);
    for (const event of activityEvents) addEventListener(event, noticeActivity, { passive: true, capture: true });
    look();
    return () => {
      clearInterval(timer);
      stopListening();
      document.removeEventListener('visibilitychange', checkSession);
      removeEventListener('focus', checkSession);
      for (const event of activityEvents) removeEventListener(event, noticeActivity, { capture: true });
    };
  }, [router]);

  return { secondsLeft, resume: () => resume.current() };
}

/** Tells the server that the person is here and learns who they are; a session it no longer knows ends here too. */
async function prolongSession(): Promise<void> {
  const result = await call('GET /api/Login/Session');
  if (result.kind === 'answer') refreshSession(result.body);
}
