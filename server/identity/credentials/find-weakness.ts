import type { PasswordWeakness } from '#common/identity/rules/password-weakness.ts';
import { projectPath } from '#server/platform/project-folder.ts';
import { WorkerThread } from '#server/platform/threads/worker-thread.ts';
import type { GuesserKnowledge } from './estimate-weakness.ts';

export interface WeaknessQuestion {
  readonly password: string;
  readonly knowledge: GuesserKnowledge;
}

/** An estimate takes up to 80 ms, so the last one waits up to 8 seconds. */
const thread = new WorkerThread<WeaknessQuestion, PasswordWeakness | undefined>(
  projectPath('server/identity/credentials/weakness-worker.ts'),
  { maxWaiting: 100, maxMs: 30_000 },
);

/**
 * Returns why a password is easy to guess, as `estimate-weakness.ts` rates it. Runs in a worker thread: a crafted
 * password takes up to 80 ms, which would delay every other request.
 */
export function findWeakness(password: string, knowledge: GuesserKnowledge): Promise<PasswordWeakness | undefined> {
  return thread.ask({ password, knowledge });
}
