import { readFileSync } from 'node:fs';

/** Resident memory of a process in megabytes; NaN where the system doesn't report it. */
export function readMemory(processId: number | undefined): number {
  return readStatus(processId, 'VmRSS');
}

/** The most resident memory that a process has had, in megabytes. */
export function readPeakMemory(processId: number | undefined): number {
  return readStatus(processId, 'VmHWM');
}

function readStatus(processId: number | undefined, name: string): number {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    return Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024);
  } catch {
    return Number.NaN;
  }
}
