import { useRouterState } from '@tanstack/react-router';
import { useLabel } from '#web/institution/settings.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './LoadingBar.module.css';

/** Runs across the top while a screen loads (A 2.2, A 2.3). */
export function LoadingBar() {
  const loading = useRouterState({ select: (state) => state.status === 'pending' });
  const { label } = useLabel('shell.loading');
  return (
    <output className={styles.frame}>
      {loading && (
        <>
          <span className={styles.bar} aria-hidden="true" />
          <VisuallyHidden>{label}</VisuallyHidden>
        </>
      )}
    </output>
  );
}
