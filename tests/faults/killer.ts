import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '#demo/books/seeded-random.ts';
import type { RestartableProcess } from '#tests/support/restartable-process.ts';
import type { World } from './world.ts';

/** On a slow machine, a kill waits no longer than this for payments in progress. */
const LONGEST_WAIT_MS = 20_000;

export interface KillPlan {
  readonly kills: number;
  readonly random: SeededRandom;
  /** Returns how many payments have started. */
  begun(): number;
  report(done: number): void;
}

/** Kills processes one after another during payments and restarts each at once; a start may be killed too. */
export async function killAtRandom(world: World, { kills, random, begun, report }: KillPlan): Promise<void> {
  const [one, two] = world.servers;
  const victims = [one, two, one, two, one, two, world.worker, world.worker, world.sandbox] as const;
  const restarts = new Map<RestartableProcess, Promise<void>>();
  for (let done = 0; done < kills;) {
    await untilBegun(begun, begun() + random.between(1, 4));
    await sleep(random.between(0, 150));
    const first = pickVictim(victims, random);
    const second = random.next() < 0.2 && done + 1 < kills ? pickVictim(victims, random) : first;
    const struck = [...new Set([first, second])];
    await Promise.all(struck.map((victim) => strike(victim, restarts)));
    if (Math.trunc((done + struck.length) / 50) > Math.trunc(done / 50)) report(done + struck.length);
    done += struck.length;
  }
  for (const process of [world.sandbox, world.worker, one, two]) {
    await restarts.get(process)?.catch(() => undefined);
    if (!process.isReady) await process.start();
  }
}

/** Usually a running process, sometimes a starting one. */
function pickVictim(
  victims: readonly [RestartableProcess, ...RestartableProcess[]],
  random: SeededRandom,
): RestartableProcess {
  const [first, ...others] = victims.filter((victim) => victim.isReady);
  return first && random.next() < 0.9 ? random.pick([first, ...others]) : random.pick(victims);
}

async function strike(victim: RestartableProcess, restarts: Map<RestartableProcess, Promise<void>>): Promise<void> {
  await victim.kill();
  await restarts.get(victim)?.catch(() => undefined);
  restarts.set(victim, victim.start());
  restarts.get(victim)?.catch(() => undefined);
}

async function untilBegun(begun: () => number, wanted: number): Promise<void> {
  for (let waitedMs = 0; begun() < wanted && waitedMs < LONGEST_WAIT_MS; waitedMs += 10) await sleep(10);
}
