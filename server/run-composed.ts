import { compose, type Replacements } from './compose.ts';
import { IN_QUARANTINE } from './platform/backup/quarantine.ts';
import type { Command, Environment } from './platform/cli/command.ts';
import { ConfigError } from './platform/config.ts';
import { createLog } from './platform/log.ts';
import { PlainError } from './platform/plain-error.ts';
import { checkSettings } from './setup/check-settings.ts';

/** A restored copy must not create bank files, send anything or change money before its release. */
const inQuarantine: ReadonlySet<string> = new Set(['release', 'keys', 'audit', 'backup', 'maintenance']);

const BROKEN_INSTITUTION =
  "WARNING: the institution's folder is broken. This command works without it. Running servers keep what they loaded before, but none can start until it is fixed:";

/**
 * Runs a command with the services of this configuration. A mistake in the institution's folder stops only what depends
 * on it: a stolen login must be restricted, and the nightly backup made.
 * @returns the exit code
 * @throws ConfigError with all problems, or what the command throws
 */
export async function runComposed(
  command: Command,
  args: readonly string[],
  environment: Environment,
  replaced: Replacements = {},
): Promise<number> {
  const { config, problems, broken } = await checkSettings(environment, 'make');
  const mayGoOn = problems.length === 0 || (broken && command.runWithoutInstitution);
  if (!config || !mayGoOn) throw new ConfigError(problems);
  const { services, close } = await compose(config, {
    log: createLog('warn', process.stderr),
    ...replaced,
    ...(broken && { brokenInstitution: broken.institution }),
  });
  try {
    if (!inQuarantine.has(command.name) && (await services.quarantine.isOn())) throw new PlainError(IN_QUARANTINE);
    if (!broken) return await command.run(args, services);
    const context = { ...services, institution: undefined, timeZone: broken.timeZone };
    const code = await command.runWithoutInstitution?.(args, context);
    if (code === undefined) throw new ConfigError(problems);
    // oxlint-disable-next-line no-console -- for the operator, like what the command prints
    console.error(`${BROKEN_INSTITUTION}\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    return code;
  } finally {
    await close();
  }
}
