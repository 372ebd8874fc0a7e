const MAX_NAME_LENGTH = 80;

export interface OperatorArguments {
  /** Who gives the command, as `--by NAME` says; undefined when it does not. */
  readonly by: string | undefined;
  readonly rest: readonly string[];
}

/** Takes `--by NAME` out of the arguments of a command, wherever it stands. */
export function takeOperator(args: readonly string[]): OperatorArguments {
  const place = args.indexOf('--by');
  if (place === -1) return { by: undefined, rest: args };
  const name = args[place + 1]?.trim() ?? '';
  const isName = name !== '' && !name.startsWith('--') && name.length <= MAX_NAME_LENGTH;
  return { by: isName ? name : undefined, rest: args.toSpliced(place, 2) };
}

/** Prints why the command is refused when it does not say who gives it. */
export function isNamed(by: string | undefined): by is string {
  if (by === undefined) console.error(BY_WHOM);
  return by !== undefined;
}

/** What is printed when a command that is written to the audit log does not say who gives it. */
const BY_WHOM = 'Say who you are with --by NAME: it is written to the audit log.';
