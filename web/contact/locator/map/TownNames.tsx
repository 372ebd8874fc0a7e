import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type BranchNearby, isOnMap, type Place } from '#common/contact/rules/branches.ts';
import { call } from '#web/data/client.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';
import styles from './BranchMap.module.css';
import { BRANCH_NAMES_FROM_ZOOM } from './MapMarks.tsx';
import { type MapSize, type MapView, toMapPoint, toPlace, toScreen } from './mercator.ts';
import { placeNames } from './place-names.ts';

/** Farther out, the states are enough. */
const NAMES_FROM_ZOOM = 5;

interface Town extends Place {
  readonly city: string;
}

interface TownNamesProps {
  readonly view: MapView;
  readonly size: MapSize;
  readonly branches: readonly BranchNearby[];
}

/** Names towns, the larger ones first, as far as there is room. Without an answer, the map has none. */
export function TownNames({ view, size, branches }: TownNamesProps) {
  const towns = useTowns(view);
  const marks = branches
    .filter(({ branch }) => isOnMap(branch))
    .map(({ branch }) => ({
      name: view.zoom >= BRANCH_NAMES_FROM_ZOOM ? branch.name : '',
      at: toScreen(toMapPoint(branch), view, size),
    }));
  const named = towns.map((town) => ({ name: town.city, at: toScreen(toMapPoint(town), view, size) }));
  return placeNames(named, marks, size).map(({ name, at }) => (
    <g key={`${name} ${at.x} ${at.y}`} className={styles.town} transform={`translate(${at.x} ${at.y})`}>
      <circle r={2.5} />
      <text x={7} dy="0.35em">
        {name}
      </text>
    </g>
  ));
}

/** Half a screen or so, so that small moves need no new answer. */
const STEPS_OF_WORLD = 2;

function useTowns(view: MapView): readonly Town[] {
  const area = areaAround(view);
  const { data } = useQuery(
    {
      queryKey: ['towns', area],
      queryFn: async ({ signal }) =>
        bodyOf(await call('GET /api/Towns', { query: area, signal })).map(
          ({ City: city, Latitude: latitude, Longitude: longitude }): Town => ({ city, latitude, longitude }),
        ),
      enabled: view.zoom >= NAMES_FROM_ZOOM,
      staleTime: Infinity,
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
  return view.zoom >= NAMES_FROM_ZOOM ? (data ?? []) : [];
}

/** The map's part of the world with some margin, moved in steps. */
function areaAround({ center, zoom }: MapView) {
  const step = STEPS_OF_WORLD / 2 ** zoom;
  const snapped = { x: Math.round(center.x / step) * step, y: Math.round(center.y / step) * step };
  const inWorld = (value: number) => Math.max(0, Math.min(1, value));
  const northWest = toPlace({ x: inWorld(snapped.x - step * 1.5), y: inWorld(snapped.y - step) });
  const southEast = toPlace({ x: inWorld(snapped.x + step * 1.5), y: inWorld(snapped.y + step) });
  return {
    North: northWest.latitude,
    West: northWest.longitude,
    South: southEast.latitude,
    East: southEast.longitude,
  };
}
