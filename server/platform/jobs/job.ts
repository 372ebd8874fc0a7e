import type { Services } from '#server/services.ts';

/** Work that runs by itself. It may run twice or in two processes at once, and be killed at any moment. */
export interface Job {
  /** Also the name of its queue. */
  readonly name: string;
  /** When it runs besides at start-up; five fields of cron, in the institution's time zone. */
  readonly schedule: string;
  /** Ends soon after `stopping` is aborted, with what it has in hand finished. */
  run(services: Services, stopping: AbortSignal): Promise<void>;
}
