import { sql } from 'kysely';
import type { Database } from './database.ts';

export async function answersQueries(database: Database): Promise<boolean> {
  return sql`select 1`.execute(database).then(
    () => true,
    () => false,
  );
}
