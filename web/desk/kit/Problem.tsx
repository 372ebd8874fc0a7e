import { Alert } from '#web/ui/Alert.tsx';
import { problemOf } from './problem-words.ts';

/** Says why a call failed, if it did. */
export function Problem({ error }: { readonly error: Error | null }) {
  return error && <Alert tone="bad">{problemOf(error)}</Alert>;
}
