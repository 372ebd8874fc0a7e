import type { Database } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import { PlainError } from '#server/platform/plain-error.ts';
import { isQuarantined } from './quarantine.queries.ts';

/** Whether this database is a restored copy that no operator has released yet. */
export interface Quarantine {
  isOn(): Promise<boolean>;
}

/** Asks the database until it says no; a release is final, and another quarantine needs another database. */
export function createQuarantine(database: Database): Quarantine {
  let isOver = false;
  return {
    async isOn() {
      isOver ||= !(await isQuarantined(database));
      return !isOver;
    },
  };
}

/** Tells an operator who starts a copy why nothing leaves it. */
export async function announceQuarantine({
  quarantine,
  log,
}: {
  readonly quarantine: Quarantine;
  readonly log: Pick<Log, 'warn'>;
}): Promise<void> {
  if (await quarantine.isOn()) log.warn(IN_QUARANTINE);
}

/** Refuses every call of a service outside the portal while the copy is in quarantine. */
export function holdInQuarantine<Service extends object>(service: Service, quarantine: Quarantine): Service {
  const held = Object.entries(service).map(([operation, run]) => {
    if (typeof run !== 'function') return [operation, run] as const;
    const guarded = async (...args: readonly unknown[]): Promise<unknown> => {
      if (await quarantine.isOn()) throw new PlainError(IN_QUARANTINE);
      return run(...args) as unknown;
    };
    return [operation, guarded] as const;
  });
  return Object.fromEntries(held) as Service;
}

export const IN_QUARANTINE =
  "This database is a restored copy in quarantine: customers can't sign in, and nothing is emailed, charged or drawn. To use it, run: npm run passbook -- release --by NAME";
