import pg from 'pg';

/**
 * Runs the maintenance PostgreSQL would do in the minutes after a load, so it doesn't disturb the measurement, and
 * statements aren't planned for the empty tables they began with.
 */
export async function settle(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}
