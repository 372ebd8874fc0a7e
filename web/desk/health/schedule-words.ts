const HALF_A_DAY = 12;

const EVERY = '*';

/** Says in words when a job runs, in the institution's time; a cron rule of another form stays as it is. */
export function scheduleWords(cron: string): string {
  const [minute = '', hour = '', dayOfMonth = '', ...others] = cron.split(' ');
  if (others.join(' ') !== '* *') return cron;
  const every = minute.startsWith('*/') ? Number(minute.slice(2)) : undefined;
  if (hour === EVERY && dayOfMonth === EVERY) {
    if (minute === EVERY) return 'every minute';
    if (every !== undefined) return `every ${every} minutes`;
    return `every hour, ${Number(minute)} minutes past`;
  }
  const at = timeOfDay(Number(hour), Number(minute));
  if (at === undefined) return cron;
  if (dayOfMonth === EVERY) return `daily at ${at}`;
  const [first, last] = dayOfMonth.split('-');
  return last === undefined ? `on day ${first} at ${at}` : `on days ${first} to ${last} of the month at ${at}`;
}

function timeOfDay(hour: number, minute: number): string | undefined {
  if (!Number.isInteger(hour) || !Number.isInteger(minute)) return undefined;
  const shown = hour % HALF_A_DAY === 0 ? HALF_A_DAY : hour % HALF_A_DAY;
  return `${shown}:${String(minute).padStart(2, '0')} ${hour < HALF_A_DAY ? 'AM' : 'PM'}`;
}
