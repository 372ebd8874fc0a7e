/** Login names are the same when they differ in case, or in how a letter is encoded. */
export function loginKeyOf(loginName: string): string {
  return loginName.normalize('NFKC').toLowerCase();
}
