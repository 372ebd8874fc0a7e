/** Latitude 0 means no fixed place. */
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

/** In degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Distance is null for a branch that isn't on the map. */
export interface BranchNearby {
  readonly branch: Branch;
  readonly miles: number | null;
}

/** The search runs at exactly this many characters (M 5, M 9). */
export const ZIP_LENGTH = 5;

/** Branches without a latitude, or with a longitude outside North America, aren't on the map (M 9, C-123). */
export function isOnMap({ latitude, longitude }: Place): boolean {
  return latitude !== 0 && longitude < 0;
}

const EARTH_RADIUS_MILES = 3_958.8;

/** More than any real distance, in miles. */
const FARTHEST = 100_000;

/** Great-circle distance. */
export function milesBetween(from: Place, to: Place): number {
  const half = (degrees: number) => Math.sin((degrees * Math.PI) / 360) ** 2;
  const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
  const chord =
    half(to.latitude - from.latitude) +
    cosine(from.latitude) * cosine(to.latitude) * half(to.longitude - from.longitude);
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.sqrt(Math.min(1, chord)));
}

/** Nearest first; branches not on the map come last, in their own order. Without `from`, keeps the original order. */
export function sortByDistance(branches: readonly Branch[], from: Place | null): BranchNearby[] {
  const nearby = branches.map((branch) => ({
    branch,
    miles: from !== null && isOnMap(branch) ? milesBetween(from, branch) : null,
  }));
  return nearby.toSorted((one, other) => (one.miles ?? FARTHEST) - (other.miles ?? FARTHEST));
}
