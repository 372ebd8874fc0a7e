import type { UploadErrorCode } from '#common/documents/documents.api.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { Services } from '#server/services.ts';
import type { Session } from './endpoint.ts';
import { countRequests } from './request-limits.queries.ts';

/** Upload attempts per user and day, successful or not. */
export const MAX_ATTEMPTS = 300;

const DAY_SECONDS = 24 * 60 * 60;

/** Concurrent uploads per user in this process; the browser sends two. */
export const MAX_PER_USER = 3;

/** Concurrent uploads of all users in this process. */
export const MAX_TOTAL = 50;

const onTheirWay = new Map<number, number>();

/**
 * Admits an upload before its file is received, so refused ones cost no disk space or bandwidth.
 * @returns the function to call once the upload has ended, in any way (idempotent), or why it must wait
 */
export async function admitUpload(
  { cipher, clock, database }: Services,
  { userId }: Pick<Session, 'userId'>,
): Promise<Result<() => void, Extract<UploadErrorCode, 'TooManyFiles' | 'TooManyAtOnce'>>> {
  const ofPerson = onTheirWay.get(userId) ?? 0;
  const ofAll = onTheirWay.values().reduce((sum, count) => sum + count, 0);
  if (ofPerson >= MAX_PER_USER || ofAll >= MAX_TOTAL) return failure('TooManyAtOnce');
  onTheirWay.set(userId, ofPerson + 1);
  let hasLeft = false;
  const release = () => {
    if (hasLeft) return;
    hasLeft = true;
    const left = (onTheirWay.get(userId) ?? 1) - 1;
    if (left > 0) onTheirWay.set(userId, left);
    else onTheirWay.delete(userId);
  };
  try {
    const subjectHash = cipher.blindIndex(`upload attempt ${userId}`, 'request-limit');
    const subject = { subjectHash, max: MAX_ATTEMPTS, withinSeconds: DAY_SECONDS };
    const [attempts = 0] = await countRequests(database, [subject], clock.now());
    if (attempts <= MAX_ATTEMPTS) return success(release);
    release();
    return failure('TooManyFiles');
  } catch (error) {
    release();
    throw error;
  }
}
