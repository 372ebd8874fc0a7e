import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/**
 * Processor time in milliseconds of a PostgreSQL server, with its processes that run now; NaN where the system doesn't
 * report it.
 * @param backendId of one of its connections
 */
export function processorTimeOfServer(backendId: number): number {
  const server = readStat(backendId)?.parentId;
  const ticks = readdirSync('/proc').map((name) => {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined;
    return stat?.parentId === server ? (stat?.ticks ?? 0) : 0;
  });
  return server === undefined ? Number.NaN : (1_000 * ticks.reduce((sum, each) => sum + each, 0)) / TICKS_PER_SECOND;
}

/** Processor time in milliseconds of this process. */
export function processorTimeHere(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function readStat(processId: number): { readonly parentId: number; readonly ticks: number } | undefined {
  try {
    // The name of the program, in parentheses, may contain spaces.
    const [, rest = ''] = readFileSync(`/proc/${processId}/stat`, 'utf8').split(/\) (?!.*\) )/);
    const fields = rest.split(' ').map(Number);
    return { parentId: fields[1] ?? 0, ticks: (fields[11] ?? 0) + (fields[12] ?? 0) };
  } catch {
    return undefined;
  }
}
