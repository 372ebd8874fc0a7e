const MAX_NAME_LENGTH = 80;

export interface OperatorArguments {
  /** The operator from `--by NAME`; undefined if missing. */
  readonly by: string | undefined;
  readonly rest: readonly string[];
}

/** Removes `--by NAME` from the arguments, at any position. */
export function takeOperator(args: readonly string[]): OperatorArguments {
  const place = args.indexOf('--by');
  if (place === -1) return { by: undefined, rest: args };
  const name = args[place + 1]?.trim() ?? '';
  const isName = name !== '' && !name.startsWith('--') && name.length <= MAX_NAME_LENGTH;
  return { by: isName ? name : undefined, rest: args.toSpliced(place, 2) };
}

export function isNamed(by: string | undefined): by is string {
  if (by === undefined) console.error(BY_WHOM);
  return by !== undefined;
}

const BY_WHOM = 'Add --by NAME with your name. It is recorded in the audit log.';
