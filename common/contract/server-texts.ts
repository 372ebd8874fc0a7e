/**
 * Returns whether only the server writes this text: in a mail, a text message or a PDF. Browsers don't get these, and the
 * structure check refuses them in screens.
 */
export function isServerText(key: string): boolean {
  return /^\w+(Mail|Text|Pdf)\./.test(key);
}
