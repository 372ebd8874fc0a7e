/** Read at the first use, because most requests need none of it. */
let known: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is among the fifty thousand that everybody tries first, however its letters are written. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= readList();
  return (await known).has(password.normalize('NFKC').toLowerCase());
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
