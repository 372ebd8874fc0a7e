import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton.tsx';
import { visuallyHiddenClass } from './VisuallyHidden.tsx';

export type DialogWidth = 300 | 350 | 400 | 500;

export interface DialogProps {
  readonly width: DialogWidth;
  readonly title: string;
  readonly titleHidden?: boolean | undefined;
  /** Decorative; placed before the title. */
  readonly icon?: ReactNode;
  /** Called on Escape and by the close button; the owner then stops rendering the dialog. */
  readonly onClose: () => void;
  /** Adds a close button in the corner with this name. */
  readonly closeLabel?: string | undefined;
  readonly children?: ReactNode;
  /** Buttons at the bottom, the confirming one last. */
  readonly actions?: ReactNode;
  /** Interrupts the user, for example before the session ends. */
  readonly urgent?: boolean;
  /** Work is in progress and can't be canceled: even a second Escape, which usually closes any dialog, is ignored. */
  readonly locked?: boolean;
}

/**
 * A modal dialog while rendered. The browser's `<dialog>` traps and restores the focus and stacks on top. The element
 * with `autoFocus` takes the focus, otherwise the title, so the question is read before its answers.
 */
export function Dialog(props: DialogProps) {
  const { width, title, titleHidden, icon, onClose, closeLabel, children, actions } = props;
  const { urgent = false, locked = false } = props;
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (!element) return undefined;
    if (!element.open) element.showModal();
    if (!element.querySelector('[autofocus]')) heading.current?.focus();
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, styles[`w${width}`])}
      role={urgent ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      closedby={locked ? 'none' : 'closerequest'}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.sheet}>
        <div className={styles.head}>
          {icon !== undefined && <span className={styles.icon}>{icon}</span>}
          <h2
            id={titleId}
            ref={heading}
            tabIndex={-1}
            className={titleHidden === true ? visuallyHiddenClass : undefined}
          >
            {title}
          </h2>
          {closeLabel !== undefined && (
            <div className={styles.close}>
              <IconButton label={closeLabel} onClick={onClose} icon={<X size={20} aria-hidden="true" />} />
            </div>
          )}
        </div>
        {children}
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
    </dialog>
  );
}
