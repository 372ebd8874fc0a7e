import { TriangleAlert } from 'lucide-react';
import styles from './FieldFrame.module.css';

export function FieldError({ id, message }: { readonly id: string; readonly message: string | null | undefined }) {
  return (
    <div id={id} aria-live="polite">
      {message ? (
        <div className={styles.error}>
          <TriangleAlert size={16} aria-hidden="true" />
          <span>{message}</span>
        </div>
      ) : null}
    </div>
  );
}
