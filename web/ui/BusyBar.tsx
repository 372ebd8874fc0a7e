import styles from './BusyBar.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export function BusyBar({ label }: { readonly label: string }) {
  return (
    <output className={styles.frame}>
      <span className={styles.bar} aria-hidden="true" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </output>
  );
}
