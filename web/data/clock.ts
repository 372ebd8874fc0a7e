/** The only place that reads the browser's time. */
export const clock = {
  nowMs(): number {
    return Temporal.Now.instant().epochMilliseconds;
  },
  /** Wall-clock time in a zone such as `America/New_York`, by default the browser's. */
  nowIn(timeZone: string | undefined): Temporal.ZonedDateTime {
    try {
      return Temporal.Now.zonedDateTimeISO(timeZone);
    } catch {
      // This browser doesn't know the zone.
      return Temporal.Now.zonedDateTimeISO();
    }
  },
};
