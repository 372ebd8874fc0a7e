import { Outlet } from '@tanstack/react-router';
import { LoadingBar } from './LoadingBar.tsx';
import { PublicFooter } from './PublicFooter.tsx';
import styles from './PublicLayout.module.css';

/** What visitors see around a screen (A 2.3). */
export function PublicLayout() {
  return (
    <div className={styles.layout}>
      <LoadingBar />
      <main>
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  );
}
