import type { ReactNode } from 'react';
import { PublicFooter } from './PublicFooter.tsx';
import styles from './PublicLayout.module.css';

/** The layout of visitors' screens (A 2.3). */
export function PublicLayout({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.layout}>
      <main>{children}</main>
      <PublicFooter />
    </div>
  );
}
