import { Info } from 'lucide-react';
import { useId, useState } from 'react';
import styles from './Tooltip.module.css';

/** An explanation behind an icon: on hover, focus and tap; Escape hides it. */
export function Tooltip({ text }: { readonly text: string }) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <span className={styles.wrap} onPointerEnter={() => setShown(true)} onPointerLeave={() => setShown(false)}>
      <button
        type="button"
        className={styles.button}
        aria-labelledby={id}
        onFocus={() => setShown(true)}
        onBlur={() => setShown(false)}
        onClick={() => setShown(true)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setShown(false);
        }}
      >
        <Info size={14} aria-hidden="true" />
      </button>
      <span id={id} role="tooltip" className={styles.tip} data-shown={shown}>
        {text}
      </span>
    </span>
  );
}
