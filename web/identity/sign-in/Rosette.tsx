import { useHydrated } from '#web/kit/use-hydrated.ts';
import styles from './SignIn.module.css';

const CURVES = 10;
const POINTS = 180;

/** Waves around a circle, as on banknotes. Drawn from its formula, since a file costs the sign-in page a request. */
export function Rosette() {
  const isHydrated = useHydrated();
  return (
    <svg className={styles.rosette} viewBox="-1000 -1000 2000 2000" aria-hidden="true">
      {isHydrated && <path d={path} />}
    </svg>
  );
}

const path = range(CURVES)
  .map(
    (curve) =>
      `M${range(POINTS)
        .map((point) => pointAt(curve, (point / POINTS) * 2 * Math.PI))
        .join('L')}z`,
  )
  .join('');

function pointAt(curve: number, angle: number): string {
  const turn = (curve / CURVES) * 2 * Math.PI;
  const radius = 620 + 260 * Math.sin(12 * angle + turn) + 60 * Math.cos(5 * angle);
  return `${radius * Math.cos(angle)} ${radius * Math.sin(angle)}`;
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
