/** A place of the institution, as it is shown. Latitude 0: it has no fixed place. */
export interface Branch {
  readonly name: string;
  readonly streetAddress: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly phoneNumber: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** A place on the earth, in degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** A branch with its distance from somewhere, null where it has no place on the map. */
export interface BranchNearby {
  readonly branch: Branch;
  readonly miles: number | null;
}

/** The search acts at exactly this many characters (M 5, M 9). */
export const ZIP_LENGTH = 5;

/** Branches without a latitude, or with a longitude that is not of this continent, are on no map (M 9, C-123). */
export function isOnMap({ latitude, longitude }: Place): boolean {
  return latitude !== 0 && longitude < 0;
}

const EARTH_RADIUS_MILES = 3_958.8;

/** Farther than any two places are apart. */
const FARTHEST = 100_000;

/** The shortest way over the earth's surface. */
export function milesBetween(from: Place, to: Place): number {
  const half = (degrees: number) => Math.sin((degrees * Math.PI) / 360) ** 2;
  const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
  const chord =
    half(to.latitude - from.latitude) +
    cosine(from.latitude) * cosine(to.latitude) * half(to.longitude - from.longitude);
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.sqrt(Math.min(1, chord)));
}

/** Nearest first; those without a place come last, in their own order. Without `from`, all in their own order. */
export function sortByDistance(branches: readonly Branch[], from: Place | null): BranchNearby[] {
  const nearby = branches.map((branch) => ({
    branch,
    miles: from !== null && isOnMap(branch) ? milesBetween(from, branch) : null,
  }));
  return nearby.toSorted((one, other) => (one.miles ?? FARTHEST) - (other.miles ?? FARTHEST));
}
