import { useTexts } from '#web/institution/settings.ts';
import styles from './BranchMap.module.css';
import { type MapSize, type MapView, scaleOf } from './mercator.ts';

/** How long a mile is here. */
export function MapScale({ view, size }: { readonly view: MapView; readonly size: MapSize }) {
  const text = useTexts();
  const { miles, width } = scaleOf(view, 100);
  return (
    <g className={styles.scale} transform={`translate(12 ${size.height - 14})`}>
      <path d={`M0 -5V0H${width}V-5`} />
      <text x={width + 8} dy="0.1em">
        {text('locator.miles', String(miles))}
      </text>
    </g>
  );
}
