/**
 * Opens a tab at once, since browsers allow it only right after a click, and then loads the address into it.
 * @param find returns the address, or null if there is none
 * @returns whether the address was opened
 */
export async function openInNewTab(find: () => Promise<string | null>): Promise<boolean> {
  const tab = open('', '_blank');
  const address = await find();
  if (!tab || address === null) {
    tab?.close();
    return false;
  }
  // The opened page must not access this one.
  tab.opener = null;
  tab.location.replace(address);
  return true;
}
