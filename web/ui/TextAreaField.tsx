import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlClass, describedBy, FieldFrame, type FieldNames, useFieldIds } from './FieldFrame.tsx';
import styles from './TextAreaField.module.css';

export interface TextAreaFieldProps extends FieldNames, Omit<ComponentProps<'textarea'>, 'className' | 'id'> {}

/** A multi-line text field; accepts a form library's `ref`, `name`, `onChange` and `onBlur`. */
export function TextAreaField({ label, labelHidden, hint, error, aside, ...area }: TextAreaFieldProps) {
  const ids = useFieldIds();
  return (
    <FieldFrame ids={ids} label={label} labelHidden={labelHidden} hint={hint} error={error} aside={aside}>
      <textarea
        rows={5}
        {...area}
        {...describedBy(ids, { hint, error })}
        id={ids.controlId}
        className={classNames(controlClass, styles.area)}
      />
    </FieldFrame>
  );
}
