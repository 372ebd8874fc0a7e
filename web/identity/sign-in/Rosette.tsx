import { useHydrated } from '#web/kit/use-hydrated.ts';
import styles from './SignIn.module.css';

const TURNS = 10;
const STEP_DEGREES = 2;

/** The guilloche of banknotes: ten waves around a circle, each turned a little further. Decoration. */
export function Rosette() {
  const hydrated = useHydrated();
  return (
    <svg className={styles.rosette} viewBox="-100 -100 200 200" aria-hidden="true">
      {hydrated && <path d={outline} />}
    </svg>
  );
}

const outline = Array.from({ length: TURNS }, (_, turn) => wave(turn)).join('');

function wave(turn: number): string {
  const points = Array.from({ length: 360 / STEP_DEGREES + 1 }, (_, index) => {
    const angle = (index * STEP_DEGREES * Math.PI) / 180;
    const radius = 62 + 26 * Math.sin(12 * angle + turn * 0.628) + 6 * Math.cos(5 * angle);
    return `${decimal(radius * Math.cos(angle))} ${decimal(radius * Math.sin(angle))}`;
  });
  return `M${points.join('L')}Z`;
}

function decimal(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1, useGrouping: false });
}
