import { readFileSync } from 'node:fs';

/** Resident memory of a process in megabytes; NaN where the system doesn't report it. */
export function readMemory(processId: number | undefined): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1];
    return Math.round(Number(kilobytes) / 1_024);
  } catch {
    return Number.NaN;
  }
}
