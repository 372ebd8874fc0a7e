/** The one place where the browser's time is read. */
export const clock = {
  nowMs(): number {
    return Temporal.Now.instant().epochMilliseconds;
  },
  /** Wall-clock time in a zone such as `America/New_York`, or in the browser's own. */
  nowIn(timeZone: string | undefined): Temporal.ZonedDateTime {
    try {
      return Temporal.Now.zonedDateTimeISO(timeZone);
    } catch {
      // A zone this browser does not know.
      return Temporal.Now.zonedDateTimeISO();
    }
  },
};
