/**
 * Returns the address of `path` under a base address, keeping the base's own path: `/cards` under `https://host/v1` is
 * `https://host/v1/cards`.
 */
export function addressUnder(base: string, path: string): URL {
  const prefix = base.endsWith('/') ? base : `${base}/`;
  return new URL(path.replace(/^\//, ''), prefix);
}
