import styles from './Skeleton.module.css';

/** The shape of a block that is on its way, in pixels of height. */
export function SkeletonBlock({ height }: { readonly height: number }) {
  return <div className={styles.block} style={{ height }} aria-hidden="true" />;
}
