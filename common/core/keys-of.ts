/** Returns the keys of an object that has no others than its type says. */
export function keysOf<Value extends object>(value: Value): (keyof Value & string)[] {
  return Object.keys(value) as (keyof Value & string)[];
}
