/**
 * Opens an address that must be asked for first. The tab opens at once, as
 * browsers allow right after a press only, and waits for its address.
 * @param find gives the address, or nothing when there is none to be had
 * @returns whether the address was opened
 */
export async function openInNewTab(find: () => Promise<string | null>): Promise<boolean> {
  const tab = open('', '_blank');
  const address = await find();
  if (!tab || address === null) {
    tab?.close();
    return false;
  }
  // The page that opens there has no business with this one.
  tab.opener = null;
  tab.location.replace(address);
  return true;
}
