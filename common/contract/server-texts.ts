/**
 * Returns whether only the server writes this text: in an email, text message or PDF, or as a word of a request form,
 * which browsers get with the form. Browsers don't get these texts, and the structure check refuses them in screens.
 */
export function isServerText(key: string): boolean {
  return /^\w+(Mail|Text|Pdf|Request)\./.test(key);
}
