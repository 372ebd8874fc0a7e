import styles from './Spinner.module.css';

/** A spinning ring of `size` pixels without text; its surroundings announce the loading. */
export function Spinner({ size = 80 }: { readonly size?: number }) {
  return (
    <svg className={styles.spinner} width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <circle className={styles.track} cx="12" cy="12" r="9.5" strokeWidth="2.5" />
      <path className={styles.arc} d="M12 2.5a9.5 9.5 0 0 1 9.5 9.5" strokeWidth="2.5" />
    </svg>
  );
}

/** A spinner with an announced label, for a section that is loading. */
export function SpinnerView({ label, size = 80 }: { readonly label: string; readonly size?: number }) {
  return (
    <output className={styles.view}>
      <Spinner size={size} />
      <span>{label}</span>
    </output>
  );
}
