/**
 * Returns whether only the server writes this text: in a mail, a text message or a PDF, or as a word of a request form,
 * which browsers get with the form. Browsers don't get these texts, and the structure check refuses them in screens.
 */
export function isServerText(key: string): boolean {
  return /^\w+(Mail|Text|Pdf|Request)\./.test(key);
}
