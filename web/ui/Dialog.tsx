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
  /** In front of the title; says nothing that the title does not. */
  readonly icon?: ReactNode;
  /** Escape and, where there is one, the close button; the dialog goes when its owner no longer renders it. */
  readonly onClose: () => void;
  /** Names a close button in the corner; without it there is none. */
  readonly closeLabel?: string | undefined;
  readonly children?: ReactNode;
  /** Buttons below, the decisive one last. */
  readonly actions?: ReactNode;
  /** Interrupts: for what cannot wait, such as the end of the session. */
  readonly urgent?: boolean;
  /** Work is under way that nothing may take back: not even a second Escape, with which a browser closes any dialog. */
  readonly locked?: boolean;
}

/**
 * A modal dialog while it is rendered. The browser's own `<dialog>` keeps the
 * focus inside, stacks above everything and gives the focus back at the end.
 * The element with `autoFocus` takes the focus first, otherwise the title, so
 * that a question is read before its answers.
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
