import { ensureProductIsBuilt } from './built-product.ts';
import { prepareDemonstration } from './demonstration-copy.ts';

/** Once per run of the browser tests. Returns the cleanup. */
export default async function prepare(): Promise<() => Promise<void>> {
  ensureProductIsBuilt();
  return prepareDemonstration();
}
