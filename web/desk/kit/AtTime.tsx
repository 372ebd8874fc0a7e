import { formatInstantShort } from '#common/core/dates.ts';
import { useSession } from '#web/desk/data/desk-queries.ts';

/** An instant in the institution's time zone. */
export function AtTime({ at }: { readonly at: string }) {
  const { timeZone } = useSession();
  return <time dateTime={at}>{formatInstantShort(Temporal.Instant.from(at), timeZone)}</time>;
}
