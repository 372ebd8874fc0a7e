import { useInstitutionTimeZone } from '#web/institution/settings.ts';

/** `Nov 21, 2026, 10:05 AM` on the institution's wall, or the browser's own. */
export function MomentText({ instant }: { readonly instant: string }) {
  return <time dateTime={instant}>{useMomentWords()(instant)}</time>;
}

/** The same as words, for names of controls. */
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
