import { type FileFormat, isShown } from '#common/documents/rules/file-rules.ts';
import { openInNewTab } from '#web/kit/open-in-new-tab.ts';

interface OpenedDocument {
  readonly name: string;
  readonly format: FileFormat;
  /** The institution has all documents saved. */
  readonly savesAll: boolean;
}

/**
 * Opens a document in a new tab, or saves it.
 * @param findAddress returns the address with a ticket, or null if there is none
 * @returns whether there was an address
 */
export async function openDocument(
  { name, format, savesAll }: OpenedDocument,
  findAddress: () => Promise<string | null>,
): Promise<boolean> {
  if (isShown(format, savesAll)) return openInNewTab(findAddress);
  // A download needs no tab, which would stay empty.
  const address = await findAddress();
  if (address === null) return false;
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  return true;
}
