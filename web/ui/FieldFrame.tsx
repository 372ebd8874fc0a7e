import { type ReactNode, useId } from 'react';
import { FieldError } from './FieldError.tsx';
import styles from './FieldFrame.module.css';
import { visuallyHiddenClass } from './VisuallyHidden.tsx';

/** The props of every field, in addition to its control's attributes. */
export interface FieldNames {
  /** Shown above the control as its name. */
  readonly label: string;
  /** The label is hidden visually but still names the control. */
  readonly labelHidden?: boolean | undefined;
  readonly hint?: string | null | undefined;
  /** The error; marks the control as invalid. `''` marks it without words. */
  readonly error?: string | null | undefined;
  /** Placed at the end of the label's line, such as a link; after the control in tab order. */
  readonly aside?: ReactNode;
}

export interface FieldIds {
  readonly controlId: string;
  readonly labelId: string;
  readonly hintId: string;
  readonly errorId: string;
}

export function useFieldIds(): FieldIds {
  const id = useId();
  return { controlId: id, labelId: `${id}-label`, hintId: `${id}-hint`, errorId: `${id}-error` };
}

export function describedBy(ids: FieldIds, { hint, error }: Pick<FieldNames, 'hint' | 'error'>) {
  const described = [hint ? ids.hintId : null, error ? ids.errorId : null].filter((id) => id !== null).join(' ');
  return {
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': isInvalid(error) || undefined,
  };
}

export function isInvalid(error: string | null | undefined): boolean {
  return error !== null && error !== undefined;
}

export const controlClass = styles.control ?? '';

interface FieldFrameProps extends FieldNames {
  readonly ids: FieldIds;
  readonly children: ReactNode;
}

/** The layout of every field: label above, control, hint and error below. */
export function FieldFrame({ ids, label, labelHidden, hint, error, aside, children }: FieldFrameProps) {
  return (
    <div className={styles.field}>
      <label
        className={labelHidden === true ? visuallyHiddenClass : styles.label}
        id={ids.labelId}
        htmlFor={ids.controlId}
      >
        {label}
      </label>
      {children}
      {aside ? <span className={styles.aside}>{aside}</span> : null}
      {hint ? (
        <div id={ids.hintId} className={styles.hint}>
          {hint}
        </div>
      ) : null}
      <FieldError id={ids.errorId} message={error} />
    </div>
  );
}
