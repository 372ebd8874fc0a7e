import { IDEMPOTENCY_HEADER } from '#common/contract/idempotency-header.ts';
import { MAX_TRIES } from '#web/data/call-once.ts';
import { forgetSubmission } from '#web/data/followed-submissions.ts';
import { pollOutcome, rememberRequest } from '#web/data/follow-submissions.ts';
import { nextPoll } from '#web/data/next-poll.ts';
import { callToken, currentSession, endRefusedSession } from '#web/data/session.ts';

/** Where a file goes, and the fields that say what it belongs to. */
export interface UploadTarget {
  readonly address: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The shell tells later what became of a file whose answer was lost. */
  readonly tellsLater: boolean;
}

export interface FileToSend {
  readonly target: UploadTarget;
  readonly file: File;
  /** The same for every attempt, so the file is stored once. */
  readonly key: string;
  /** From 0 to 1, by bytes sent. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

export type SendResult =
  /** `fileId` is the server's, of a file that something else will name. */
  | { readonly kind: 'sent'; readonly fileId: string | null }
  /** The server refused; `message` is its reason, if any (M 8). */
  | { readonly kind: 'refused'; readonly status: number; readonly message: string | null }
  | { readonly kind: 'unreachable' };

/** Enough for the largest file on a slow line. */
const TIMEOUT_MS = 5 * 60_000;

/**
 * Sends one file, retrying lost answers with the same key; without any answer, the shell shows the outcome later. Never
 * rejects.
 */
export async function sendFile(sent: FileToSend): Promise<SendResult> {
  const session = currentSession();
  const remembered = sent.target.tellsLater ? rememberRequest('upload', sent.key) : null;
  for (let tries = 1; ; tries += 1) {
    const result = await sendOnce(sent);
    // Its outcome is told at the next sign-in.
    if (currentSession()?.userToken !== session?.userToken) return result;
    const isFailure = result.kind === 'unreachable' || (result.kind === 'refused' && result.status >= 500);
    if (sent.signal.aborted || !isFailure) {
      forgetSubmission(sent.key);
      return result;
    }
    if (result.kind === 'refused' || tries === MAX_TRIES) {
      if (remembered) pollOutcome(remembered);
      return result;
    }
    await nextPoll(tries - 1);
  }
}

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
function sendOnce({ target, file, key, onProgress, signal }: FileToSend): Promise<SendResult> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    // Fields go first, so the server knows them before the file arrives.
    for (const [name, value] of Object.entries(target.fields)) form.append(name, value);
    form.append('file', file, file.name);
    request.open('POST', target.address);
    request.timeout = TIMEOUT_MS;
    const session = currentSession();
    request.setRequestHeader('UserToken', callToken());
    request.setRequestHeader(IDEMPOTENCY_HEADER, key);
    if (session && session.servicingBranch !== '') {
      request.setRequestHeader('ServicingBranch', session.servicingBranch);
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener('load', () => {
      const isOver = session?.userToken !== currentSession()?.userToken;
      if (request.status === 401 && !isOver) endRefusedSession();
      const { status } = request;
      if (status === 200 && !isOver) resolve({ kind: 'sent', fileId: textOf(request, 'fileId') });
      else resolve({ kind: 'refused', status, message: isOver ? null : textOf(request, 'Message') });
    });
    for (const event of ['error', 'timeout', 'abort']) {
      request.addEventListener(event, () => resolve({ kind: 'unreachable' }));
    }
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) resolve({ kind: 'unreachable' });
    else request.send(form);
  });
}

/** Returns a text of the answer, such as the server's reason, if any; a proxy may answer in any format. */
function textOf(request: XMLHttpRequest, name: string): string | null {
  try {
    const { [name]: text } = JSON.parse(request.responseText) as Readonly<Record<string, unknown>>;
    return typeof text === 'string' && text !== '' ? text : null;
  } catch {
    return null;
  }
}
