/** Returns the number with its noun, such as `1 draft` and `2 drafts`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
