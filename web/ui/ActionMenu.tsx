import { ChevronDown, Ellipsis } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './ActionMenu.module.css';

interface ActionMenuProps {
  /** Names the button that opens it. */
  readonly label: string;
  /** Shows the label on the button instead of three dots. */
  readonly showsLabel?: boolean;
  /** The label stands for the page that is open. */
  readonly current?: boolean;
  /** Buttons and links with {@link menuItemClass}; a press on one closes the menu. */
  readonly children: ReactNode;
}

export const menuItemClass = styles.item ?? '';

/** Actions that are needed seldom, behind one button; closes with Escape, by leaving it and by a press elsewhere. */
export function ActionMenu({ label, showsLabel = false, current = false, children }: ActionMenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return undefined;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && frame.current?.contains(event.target) !== true) setOpen(false);
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      button.current?.focus();
      setOpen(false);
    };
    addEventListener('keydown', closeByKey);
    addEventListener('pointerdown', closeOutside);
    addEventListener('focusin', closeOutside);
    return () => {
      removeEventListener('keydown', closeByKey);
      removeEventListener('pointerdown', closeOutside);
      removeEventListener('focusin', closeOutside);
    };
  }, [open]);

  /** The focus goes back first, so that a dialog opened from here gives it back to the button. */
  function close() {
    button.current?.focus();
    setOpen(false);
  }
  return (
    <div ref={frame} className={styles.frame}>
      <button
        ref={button}
        type="button"
        className={showsLabel ? styles.labeled : styles.button}
        aria-label={label}
        data-current={current}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {showsLabel ? (
          <>
            {label}
            <ChevronDown size={16} aria-hidden="true" />
          </>
        ) : (
          <Ellipsis size={20} aria-hidden="true" />
        )}
      </button>
      <div id={id} className={styles.panel} hidden={!open} onClickCapture={close}>
        {children}
      </div>
    </div>
  );
}
