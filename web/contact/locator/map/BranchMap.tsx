import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react';
import { type BranchNearby, isOnMap } from '#common/contact/rules/branches.ts';
import { useLabel, useOption, useTexts } from '#web/institution/settings.ts';
import { Text } from '#web/kit/Text.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { Origin } from '../use-origin.ts';
import styles from './BranchMap.module.css';
import { MapMarks } from './MapMarks.tsx';
import {
  type MapPoint,
  type MapSize,
  type MapView,
  moveView,
  scaleOf,
  tilesOf,
  toMapPoint,
  toScreen,
  worldSize,
  zoomView,
} from './mercator.ts';
import { TownNames } from './TownNames.tsx';
import { useMapDrag } from './use-map-drag.ts';
import type { MapState } from './use-map-view.ts';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#web/data/query-client.ts';
import { loadStates, STATES_SCALE } from './load-states.ts';

interface TilesProps {
  /** A URL with {z}, {x} and {y}. */
  readonly address: string;
  readonly view: MapView;
  readonly size: MapSize;
}

const statesQuery = { queryKey: ['states'], queryFn: loadStates, gcTime: Infinity } as const;

interface BranchMapProps {
  readonly map: MapState;
  readonly branches: readonly BranchNearby[];
  readonly origin: Origin | null;
  readonly selected: string | null;
  readonly onSelect: (branchName: string) => void;
}

/** Tolerance in pixels for tapping a mark. */
const REACH = 24;

/** A map of the branches; the list next to it has the same content. */
export function BranchMap({ map, branches, origin, selected, onSelect }: BranchMapProps) {
  const { view, size, change } = map;
  const place = useSizeWatch(map.resize);
  const hintId = useId();
  const label = useLabel('locator.map');
  const zoomIn = useLabel('locator.zoomIn');
  const zoomOut = useLabel('locator.zoomOut');
  const tileUrl = useOption('locatorOptions.tileUrl');
  function nearestMark(at: MapPoint): string | undefined {
    const distances = branches
      .filter(({ branch }) => isOnMap(branch))
      .map(({ branch }) => {
        const { x, y } = toScreen(toMapPoint(branch), view, size);
        return { name: branch.name, distance: Math.hypot(x - at.x, y - at.y) };
      });
    return distances.filter(({ distance }) => distance <= REACH).toSorted((a, b) => a.distance - b.distance)[0]?.name;
  }

  const drag = useMapDrag(change, (at) => {
    const hit = nearestMark(at);
    if (hit !== undefined) onSelect(hit);
  });

  function moveByKey(event: KeyboardEvent) {
    const step = keySteps[event.key];
    const levels = keyLevels[event.key];
    if (step === undefined && levels === undefined) return;
    event.preventDefault();
    change((now) => (step ? moveView(now, step) : zoomView(now, levels ?? 0)));
  }
  return (
    <div className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={place}
        className={styles.map}
        // While the map has the focus, it handles arrow keys itself, as role application expects.
        role="application"
        aria-label={label.label}
        aria-describedby={hintId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={moveByKey}
        {...drag}
      >
        <svg width={size.width} height={size.height} aria-hidden="true">
          {tileUrl === '' ? (
            <>
              <StateOutlines view={view} size={size} />
              <TownNames view={view} size={size} branches={branches} />
            </>
          ) : (
            <Tiles address={tileUrl} view={view} size={size} />
          )}
          <MapMarks view={view} size={size} branches={branches} origin={origin} selected={selected} />
          <MapScale view={view} size={size} />
        </svg>
      </div>
      <VisuallyHidden>
        <span id={hintId}>
          <Text of="locator.mapKeys" />
        </span>
      </VisuallyHidden>
      <div className={styles.buttons}>
        <IconButton
          label={zoomIn.label}
          icon={<Plus size={20} aria-hidden="true" />}
          onClick={() => change((now) => zoomView(now, 1))}
        />
        <IconButton
          label={zoomOut.label}
          icon={<Minus size={20} aria-hidden="true" />}
          onClick={() => change((now) => zoomView(now, -1))}
        />
      </div>
      <Attribution />
    </div>
  );
}

function useSizeWatch(resize: MapState['resize']): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) resize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, [resize]);
  return place;
}

function Attribution() {
  const attribution = useOption('locatorOptions.tileAttribution');
  return attribution === '' ? null : <p className={styles.attribution}>{attribution}</p>;
}

const KEY_STEP = 80;

const keySteps: Readonly<Record<string, MapPoint>> = {
  ArrowLeft: { x: -KEY_STEP, y: 0 },
  ArrowRight: { x: KEY_STEP, y: 0 },
  ArrowUp: { x: 0, y: -KEY_STEP },
  ArrowDown: { x: 0, y: KEY_STEP },
};

const keyLevels: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1, _: -1 };

function MapScale({ view, size }: { readonly view: MapView; readonly size: MapSize }) {
  const text = useTexts();
  const { miles, width } = scaleOf(view, 100);
  return (
    <g className={styles.scale} transform={`translate(12 ${size.height - 14})`}>
      <path d={`M0 -5V0H${width}V-5`} />
      <text x={width + 8} dy="0.1em">
        {text('locator.miles', { miles: String(miles) })}
      </text>
    </g>
  );
}

/** The states with their borders. If they fail to load, only the marks show. */
function StateOutlines({ view, size }: { readonly view: MapView; readonly size: MapSize }) {
  const { data: states } = useQuery(statesQuery, queryClient);
  if (!states) return null;
  const world = worldSize(view.zoom);
  const x = size.width / 2 - view.center.x * world;
  const y = size.height / 2 - view.center.y * world;
  return (
    <g transform={`translate(${x} ${y}) scale(${world / STATES_SCALE})`}>
      <path d={states.coasts} className={styles.land} />
      <path d={states.borders} className={styles.border} />
    </g>
  );
}

function Tiles({ address, view, size }: TilesProps) {
  return tilesOf(view, size).map(({ column, row, at }) => (
    <image
      key={`${view.zoom} ${column} ${row}`}
      href={address.replace('{z}', String(view.zoom)).replace('{x}', String(column)).replace('{y}', String(row))}
      x={at.x}
      y={at.y}
      width={256}
      height={256}
    />
  ));
}
