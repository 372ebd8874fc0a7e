/** Login names are the same when they differ in case, in how a letter is encoded, or in blanks around them, which keyboards of phones add. */
export function loginKeyOf(loginName: string): string {
  return loginName.trim().normalize('NFKC').toLowerCase();
}
