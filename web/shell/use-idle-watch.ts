import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call } from '#web/data/client.ts';
import { clock } from '#web/data/clock.ts';
import { refreshSession, sessionSaidAtMs } from '#web/data/session.ts';
import { lastActivityMs, noteActivity } from '#web/data/shared-activity.ts';
import { signOut } from '#web/data/sign-out.ts';
import { evaluateIdle } from './idle-rules.ts';

/** Events that count as activity (A 4). */
const activityEvents = ['mousemove', 'mousedown', 'wheel', 'keydown', 'scroll', 'touchstart', 'touchmove'] as const;

/** Limits how often other tabs are told about activity. */
const TELL_TABS_MS = 1_000;

/** Limits how often focus and navigation ask the server. */
const ASK_SERVER_MS = 2_000;

interface IdleWatch {
  /** Seconds until the session ends, while the dialog asks; null otherwise. */
  readonly secondsLeft: number | null;
  readonly resume: () => void;
}

/**
 * Watches for inactivity across all tabs and ends the session if the user doesn't answer (A 4). Also notices sessions
 * ended elsewhere, which would otherwise keep showing loaded data.
 */
export function useIdleWatch(): IdleWatch {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const resume = useRef<() => void>(() => undefined);
  const router = useRouter();

  useEffect(() => {
    const times = { lastActivityMs: clock.nowMs(), lastContactMs: sessionSaidAtMs() };
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
      // Once the dialog is open, only an answer counts.
      if (asking || clock.nowMs() - times.lastActivityMs < TELL_TABS_MS) return;
      times.lastActivityMs = clock.nowMs();
      noteActivity();
    }
    function look() {
      times.lastActivityMs = Math.max(times.lastActivityMs, lastActivityMs() ?? 0);
      const verdict = evaluateIdle(times, clock.nowMs());
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
    // Timers stop in sleeping machines and hidden tabs.
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

/** Reports activity and updates the user; ends a session the server no longer knows. */
async function prolongSession(): Promise<void> {
  const result = await call('GET /api/Login/Session');
  if (result.kind === 'answer') refreshSession(result.body);
}
