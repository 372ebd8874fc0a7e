import type { Services } from '#server/services.ts';

/** Must tolerate running twice, in two processes at once, and being killed at any moment. */
export interface Job {
  /** Also the name of its queue. */
  readonly name: string;
  /** Cron with five fields in the institution's time zone; every job also runs at start-up. */
  readonly schedule: string;
  /**
   * Asked every second between scheduled runs, for work that can't wait, such as a security code. Must be one cheap
   * query.
   */
  isUrgent?(services: Services): Promise<boolean>;
  /** Must finish its current item and return soon after `stopping` is aborted. */
  run(services: Services, stopping: AbortSignal): Promise<void>;
}
