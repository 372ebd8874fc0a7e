import {
  currentSession,
  endSession,
  isRestoredSession,
  onSessionChange,
  onSessionEnd,
  type SessionEnd,
} from './session.ts';

/** Messages between this browser's tabs. A BroadcastChannel stays within the origin and browser. */
type Message =
  /** A new tab asks for a signed-in one. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'here'; readonly token: string }
  | { readonly kind: 'started'; readonly token: string }
  | { readonly kind: 'ended'; readonly token: string; readonly reason: SessionEnd };

/** Tabs answer within milliseconds, or a second on a busy machine; suspended ones never do. */
const ANSWER_MS = 1_500;

let channel: BroadcastChannel | null = null;
let hasJoined = false;

function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('passbook-session');
  return channel;
}

/**
 * Shares the session with this browser's other tabs after the first sign-in (C-106).
 * @param onStartedElsewhere called with the token of a session started in another tab
 */
export function joinTabs(onStartedElsewhere: (token: string) => void): void {
  if (hasJoined) return;
  hasJoined = true;
  openChannel().addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const session = currentSession();
    if (data.kind === 'ask' && session) tell({ kind: 'here', token: session.userToken });
    if (data.kind === 'started' && session?.userToken !== data.token) onStartedElsewhere(data.token);
    if (data.kind === 'ended' && session?.userToken === data.token)
      endSession(reasonElsewhere(data.reason), 'otherTab');
  });
  onSessionChange(tellStart);
  onSessionEnd(({ reason, session, origin }) => {
    if (origin === 'here') tell({ kind: 'ended', token: session.userToken, reason });
  });
  tellStart();
}

function tellStart(): void {
  const session = currentSession();
  if (session && !isRestoredSession()) tell({ kind: 'started', token: session.userToken });
}

/** After a sign-out in one tab, the other tabs explain why they closed. */
function reasonElsewhere(reason: SessionEnd): SessionEnd {
  return reason === 'signedOut' ? 'ended' : reason;
}

/** Returns the token of another tab's session. */
export async function askTabsForToken(): Promise<string | undefined> {
  const tabs = openChannel();
  return new Promise((resolve) => {
    const stop = (token?: string) => {
      clearTimeout(timer);
      tabs.removeEventListener('message', hear);
      resolve(token);
    };
    const hear = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'here') stop(data.token);
    };
    const timer = setTimeout(() => stop(), ANSWER_MS);
    tabs.addEventListener('message', hear);
    tell({ kind: 'ask' });
  });
}

function tell(message: Message): void {
  // A BroadcastChannel is limited to the origin and takes no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  openChannel().postMessage(message);
}
