import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#web/data/query-client.ts';
import styles from './BranchMap.module.css';
import { type MapSize, type MapView, worldSize } from './mercator.ts';
import { loadStates, STATES_SCALE } from './load-states.ts';

const statesQuery = { queryKey: ['states'], queryFn: loadStates, gcTime: Infinity } as const;

/** The states with their borders; without them the marks stand alone. */
export function StateOutlines({ view, size }: { readonly view: MapView; readonly size: MapSize }) {
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
