/**
 * Gives the current history entry the number by which the router counts steps.
 * @param address replaces the entry's address
 */
export function numberEntry(index: number, address = ''): void {
  const key = crypto.randomUUID();
  // The prototype's own: the router wraps the method of `history` and would take this for a navigation.
  History.prototype.replaceState.call(history, { __TSR_index: index, __TSR_key: key, key }, '', address);
}
