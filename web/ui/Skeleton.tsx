import styles from './Skeleton.module.css';

/** A placeholder block with a height in pixels. */
export function SkeletonBlock({ height }: { readonly height: number }) {
  return <div className={styles.block} style={{ height }} aria-hidden="true" />;
}
