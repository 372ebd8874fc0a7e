import { type BranchNearby, isOnMap } from '#common/contact/rules/branches.ts';
import { useTexts } from '#web/institution/settings.ts';
import type { Origin } from '../use-origin.ts';
import styles from './BranchMap.module.css';
import { type MapSize, type MapView, pixelsPerMile, toMapPoint, toScreen } from './mercator.ts';

/** At lower zoom levels, the names would overlap. */
export const BRANCH_NAMES_FROM_ZOOM = 9;

interface MapMarksProps {
  readonly view: MapView;
  readonly size: MapSize;
  readonly branches: readonly BranchNearby[];
  readonly origin: Origin | null;
  readonly selected: string | null;
}

/** A numbered mark for each branch, the selected one on top with its name, and the starting point. */
export function MapMarks({ view, size, branches, origin, selected }: MapMarksProps) {
  const marks = branches
    .map(({ branch }, index) => ({ branch, number: index + 1, isSelected: branch.name === selected }))
    .filter(({ branch }) => isOnMap(branch))
    .toSorted((one, other) => Number(one.isSelected) - Number(other.isSelected));
  const showsNames = view.zoom >= BRANCH_NAMES_FROM_ZOOM;
  return (
    <>
      {origin && <Start view={view} size={size} origin={origin} />}
      {marks.map(({ branch, number, isSelected }) => {
        const { x, y } = toScreen(toMapPoint(branch), view, size);
        return (
          <g key={branch.name} transform={`translate(${x} ${y})`} className={styles.mark} data-selected={isSelected}>
            <title>{branch.name}</title>
            <circle r={isSelected ? 17 : 13} />
            <text dy="0.35em">{number}</text>
            {(isSelected || showsNames) && (
              <text className={styles.name} x={20} dy="0.35em">
                {branch.name}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

type StartProps = Pick<MapMarksProps, 'view' | 'size'> & { readonly origin: Origin };

const ringMiles: readonly number[] = [5, 10, 25];

/** The starting point, with distance rings. */
function Start({ view, size, origin }: StartProps) {
  const text = useTexts();
  const perMile = pixelsPerMile(view);
  const { x, y } = toScreen(toMapPoint(origin.place), view, size);
  return (
    <g transform={`translate(${x} ${y})`} className={styles.start}>
      {ringMiles.map((miles) => (
        <g key={miles}>
          <circle className={styles.ring} r={miles * perMile} />
          <text y={miles * perMile} dy="-0.4em">
            {text('locator.miles', { miles: String(miles) })}
          </text>
        </g>
      ))}
      <circle className={styles.origin} r={8} />
    </g>
  );
}
