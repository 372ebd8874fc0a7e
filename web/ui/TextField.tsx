import type { ComponentProps } from 'react';
import { controlClass, describedBy, FieldFrame, type FieldNames, useFieldIds } from './FieldFrame.tsx';

export interface TextFieldProps extends FieldNames, Omit<ComponentProps<'input'>, 'className' | 'id'> {}

/** A text field; accepts a form library's `ref`, `name`, `onChange` and `onBlur`. */
export function TextField({ label, labelHidden, hint, error, aside, ...input }: TextFieldProps) {
  const ids = useFieldIds();
  return (
    <FieldFrame ids={ids} label={label} labelHidden={labelHidden} hint={hint} error={error} aside={aside}>
      <input
        type="text"
        {...input}
        {...describedBy(ids, { hint, error })}
        id={ids.controlId}
        className={controlClass}
      />
    </FieldFrame>
  );
}
