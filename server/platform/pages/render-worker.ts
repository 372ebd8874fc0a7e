import { parentPort, workerData } from 'node:worker_threads';

/** The built renderer and the institution's start-up configuration. */
export interface RenderTask {
  readonly renderer: string;
  readonly settings: unknown;
}

const task = workerData as RenderTask;
const { renderSignIn } = (await import(task.renderer)) as { renderSignIn(settings: unknown): string };
// Threads have no origin; the rule means windows.
// oxlint-disable-next-line require-post-message-target-origin
parentPort?.postMessage(renderSignIn(task.settings));
