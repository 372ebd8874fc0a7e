import { sql } from 'kysely';
import { cityKey } from '#common/core/mailing-address.ts';
import { isZipOfPostalArea } from '#common/core/us-states.ts';
import { type Database, inTransaction, type Queryable } from '#server/platform/db/database.ts';
import { type PostalPlace, readPostalCodes } from './read-postal-codes.ts';

type PostalTables = { postal_codes: PostalPlace; towns: Town & { readonly state: string; readonly zip_codes: number } };

/** Returns the cities of a ZIP code, empty if it doesn't exist. The first call fills the table. */
export async function findPostalPlaces(database: Database, zip: string): Promise<PostalPlace[]> {
  const found = await selectPlaces(database, zip);
  if (found.length > 0 || !(await isEmpty(database))) return found;
  await loadPostalCodes(database);
  return selectPlaces(database, zip);
}

/** A rectangle on the map, in degrees. */
export interface MapArea {
  readonly north: number;
  readonly south: number;
  readonly east: number;
  readonly west: number;
}

export interface Town {
  readonly city: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Returns the largest towns of an area, largest first. The first call fills the table. */
export async function findTowns(database: Database, area: MapArea, limit: number): Promise<Town[]> {
  if (await isEmpty(database)) await loadPostalCodes(database);
  return database
    .withTables<PostalTables>()
    .selectFrom('towns')
    .select(['city', 'latitude', 'longitude'])
    .where('latitude', '>=', area.south)
    .where('latitude', '<=', area.north)
    .where('longitude', '>=', area.west)
    .where('longitude', '<=', area.east)
    .orderBy('zip_codes', 'desc')
    .orderBy('city')
    .limit(limit)
    .execute();
}

/** Returns whether city, state and ZIP code match, with any spelling of the city. */
export async function isCityOfZip(
  database: Database,
  place: { readonly zipCode: string; readonly city: string; readonly state: string },
): Promise<boolean> {
  // The list has no cities for territories and military areas.
  const isOfArea = isZipOfPostalArea(place.state, place.zipCode);
  if (isOfArea !== undefined) return isOfArea;
  const places = await findPostalPlaces(database, place.zipCode);
  return places.some(({ city, state }) => state === place.state && cityKey(city) === cityKey(place.city));
}

function selectPlaces(database: Queryable, zip: string): Promise<PostalPlace[]> {
  return database
    .withTables<PostalTables>()
    .selectFrom('postal_codes')
    .selectAll()
    .where('zip', '=', zip)
    .orderBy('city')
    .execute();
}

async function isEmpty(database: Queryable): Promise<boolean> {
  const row = await database.withTables<PostalTables>().selectFrom('postal_codes').select('zip').limit(1).execute();
  return row.length === 0;
}

/** Concurrent loaders wait and then find the table filled. */
const LOADING_LOCK = 7_269_006;

/** Small enough to pass as one value. */
const ROWS_PER_STATEMENT = 5_000;

async function loadPostalCodes(database: Database): Promise<void> {
  const places = await readPostalCodes();
  await inTransaction(database, async (transaction) => {
    await sql`select pg_advisory_xact_lock(${LOADING_LOCK})`.execute(transaction);
    if (!(await isEmpty(transaction))) return;
    for (let start = 0; start < places.length; start += ROWS_PER_STATEMENT) {
      await sql`
        insert into postal_codes (zip, city, state, latitude, longitude)
        select * from jsonb_to_recordset(${JSON.stringify(places.slice(start, start + ROWS_PER_STATEMENT))}::jsonb)
          as place (zip text, city text, state text, latitude double precision, longitude double precision)
        on conflict do nothing`.execute(transaction);
    }
    await sql`
      insert into towns
      select city, state, avg(latitude), avg(longitude), count(*) from postal_codes group by city, state
    `.execute(transaction);
  });
}
