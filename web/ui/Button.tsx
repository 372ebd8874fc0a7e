import type { ComponentProps, SyntheticEvent } from 'react';
import styles from './Button.module.css';
import { classNames } from './class-names.ts';
import { Spinner } from './Spinner.tsx';

/** `name`: a thing, such as a statement, that the button opens; the only look that is printed. */
export type ButtonLook = 'primary' | 'quiet' | 'text' | 'name' | 'danger';

export function buttonClass(look: ButtonLook, wide = false): string {
  return classNames(styles.button, styles[look], wide && styles.wide);
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly look?: ButtonLook;
  /** Fills the width of its container. */
  readonly wide?: boolean;
  /** Work is in progress: the button keeps its size and ignores clicks. */
  readonly busy?: boolean;
}

/** A button of at least 44 px; `type` defaults to `button`. */
export function Button({ look = 'primary', wide = false, busy = false, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(look, wide)}
      // A disabled button would lose the focus.
      {...(busy && { 'aria-busy': true, 'aria-disabled': true, disabled: false, onClick: swallow })}
    >
      {busy && <Spinner size={18} />}
      {children}
    </button>
  );
}

function swallow(event: SyntheticEvent): void {
  event.preventDefault();
}
