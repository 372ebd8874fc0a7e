import { formatInstantShort } from '#common/core/dates.ts';
import { useInstitutionTimeZone } from '#web/institution/settings.ts';

export function WrittenAt({ at }: { readonly at: string }) {
  const timeZone = useInstitutionTimeZone();
  return <time dateTime={at}>{formatInstantShort(Temporal.Instant.from(at), timeZone)}</time>;
}
