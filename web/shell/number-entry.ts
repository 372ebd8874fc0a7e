/**
 * Sets the index of the current history entry, which the router uses to count steps.
 * @param address replaces the entry's address
 */
export function numberEntry(index: number, address = ''): void {
  const key = crypto.randomUUID();
  // Calls the prototype's method, because the router patches `history` and would treat this as a navigation.
  History.prototype.replaceState.call(history, { __TSR_index: index, __TSR_key: key, key }, '', address);
}
