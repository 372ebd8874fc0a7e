import {
  currentSession,
  endSession,
  isRestoredSession,
  onSessionChange,
  onSessionEnd,
  type SessionEnd,
} from './session.ts';

/** What tabs of this browser tell each other. A channel never leaves the origin, nor the browser. */
type Message =
  /** A new tab asks whether somebody is signed in. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'here'; readonly token: string }
  | { readonly kind: 'started'; readonly token: string }
  | { readonly kind: 'ended'; readonly token: string; readonly reason: SessionEnd };

/** Tabs answer within milliseconds, on a busy machine within a second; one that sleeps does not answer at all. */
const ANSWER_MS = 1_500;

let channel: BroadcastChannel | null = null;
let hasJoined = false;

function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('passbook-session');
  return channel;
}

/**
 * Shares the session with the other tabs of this browser, from the first sign-in on (C-106).
 * @param onStartedElsewhere called with the token of a session that another tab has started
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

/** Whoever signed out in one tab finds out in the others why these closed too. */
function reasonElsewhere(reason: SessionEnd): SessionEnd {
  return reason === 'signedOut' ? 'ended' : reason;
}

/** The token of a session that another tab has open. */
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
  // A channel is of one origin and knows no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  openChannel().postMessage(message);
}
