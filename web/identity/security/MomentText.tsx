import { useInstitutionTimeZone } from '#web/institution/settings.ts';

/** `Nov 21, 2026, 10:05 AM` in the institution's time zone, by default the browser's. */
export function MomentText({ instant }: { readonly instant: string }) {
  return <time dateTime={instant}>{useMomentWords()(instant)}</time>;
}

export function useMomentWords(): (instant: string) => string {
  const timeZone = useInstitutionTimeZone();
  return (instant) => momentWords(instant, timeZone);
}

function momentWords(instant: string, timeZone: string | undefined): string {
  return Temporal.Instant.from(instant).toLocaleString('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  });
}
