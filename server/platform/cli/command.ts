import type { Services } from '#server/services.ts';

/** A command of the operator: `npm run passbook -- NAME ARGUMENTS`. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What may follow the name. */
  readonly usage: string;
  /** @returns the exit code: 0 done, 1 refused or failed, 2 not understood. */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}

/** What a process of the server works with. */
export type CommandContext = Services;
