import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import { classNames } from './class-names.ts';
import { Spinner } from './Spinner.tsx';

/** `name`: the name of a thing, such as a statement, that is opened by it; unlike other buttons it is printed. */
export type ButtonLook = 'primary' | 'quiet' | 'text' | 'name' | 'danger';

/** The look of a button for what is not one, such as a link. */
export function buttonClass(look: ButtonLook, wide = false): string {
  return classNames(styles.button, styles[look], wide && styles.wide);
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly look?: ButtonLook;
  /** Fills the width of its container. */
  readonly wide?: boolean;
  /** Work is under way: the button keeps its place and size and takes no further press. */
  readonly busy?: boolean;
}

/** A button of at least 44 px; `type` is `button` unless said otherwise. */
export function Button({ look = 'primary', wide = false, busy = false, disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(look, wide)}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
    >
      {busy && <Spinner size={18} />}
      {children}
    </button>
  );
}
