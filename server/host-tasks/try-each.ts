import { HostUnavailable } from '#server/host/host-errors.ts';
import type { Services } from '#server/services.ts';

type HostServices = Pick<Services, 'clock' | 'host'>;

interface Attempt<Item> {
  readonly work: (item: Item) => Promise<unknown>;
  /** The ids of an item, for the log. */
  readonly nameOf: (item: Item) => Readonly<Record<string, string | number>>;
  /** Logged for an item that fails. */
  readonly failure: string;
  readonly stopping?: AbortSignal;
}

/**
 * Works through a list. An item that fails doesn't keep the others waiting: it is logged, counted and left to the next run.
 * Returns how many were done.
 * @throws HostUnavailable if the host is silent, since the others would fail too
 */
export async function tryEach<Item>(
  services: HostServices & Pick<Services, 'log' | 'metrics'>,
  items: readonly Item[],
  { work, nameOf, failure, stopping }: Attempt<Item>,
): Promise<number> {
  let done = 0;
  for (const item of items) {
    if (stopping?.aborted === true) break;
    try {
      await work(item);
      done += 1;
    } catch (error) {
      await throwIfHostIsSilent(services, error);
      services.log.error({ err: error, ...nameOf(item) }, failure);
      services.metrics.itemFailures.inc();
    }
  }
  return done;
}

/** Throws the error if {@link isHostSilent}. */
export async function throwIfHostIsSilent(services: HostServices, error: unknown): Promise<void> {
  if (await isHostSilent(services, error)) throw error;
}

/**
 * Returns whether an error says that the host is unavailable, and the host answers nothing else either. A core that
 * fails on one loan, or answers about it too late, isn't silent.
 */
export async function isHostSilent(services: HostServices, error: unknown): Promise<boolean> {
  if (!(error instanceof HostUnavailable)) return false;
  try {
    await askHost(services);
    return false;
  } catch {
    return true;
  }
}

/** Throws if the host doesn't answer a question about no loan in particular. */
export async function askHost({ clock, host }: HostServices): Promise<void> {
  await host.countLateCharges(clock.today());
}
