import type { Services, ServicesWithoutInstitution } from '#server/services.ts';

/** An operator command: `npm run passbook -- NAME ARGUMENTS`. */
export interface Command {
  readonly name: string;
  /** For the list of commands. */
  readonly summary: string;
  readonly usage: string;
  /** @returns the exit code: 0 success, 1 refused or failed, 2 usage error */
  run(args: readonly string[], context: CommandContext): Promise<number>;
  /**
   * Used instead of {@link run} while the institution's folder is broken, for what depends neither on its words nor on
   * its rules. Without this, the command is refused.
   * @returns undefined if {@link run} is needed
   */
  runWithoutInstitution?(args: readonly string[], context: ServicesWithoutInstitution): Promise<number | undefined>;
  /**
   * For what needs no database, such as checking someone else's server.
   * @returns undefined if {@link run} is needed
   */
  runAlone?(args: readonly string[], environment: Environment): Promise<number | undefined>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** A command that needs no running configuration, for what comes before the first start. */
export interface StandaloneCommand extends Omit<Command, 'run' | 'runWithoutInstitution' | 'runAlone'> {
  runAlone(args: readonly string[], environment: Environment): Promise<number>;
}

export type CommandContext = Services;

/** Of a command that doesn't depend on the institution. */
export type AnyContext = Services | ServicesWithoutInstitution;
