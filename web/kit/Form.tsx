import { type ComponentProps, type SubmitEvent, useReducer } from 'react';
import { flushSync } from 'react-dom';

export interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> {
  /** Validates and sends; may be a form library's `handleSubmit(…)`. */
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void | Promise<void>;
  /** Makes Enter submit even while the button is disabled or absent: `onSubmit` then shows what is missing. */
  readonly answersEnter?: boolean;
}

/** A form that validates with our own rules, keeps entries when refused, and focuses the first invalid field. */
export function Form({ onSubmit, answersEnter = false, children, ...rest }: FormProps) {
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    event.preventDefault();
    await onSubmit(event);
    // Errors must be rendered before the first one can be found. An update of its own takes along those from after an
    // `await`, which an empty `flushSync` leaves for later.
    flushSync(render);
    focusFirstInvalid(form);
  }
  return (
    <form {...rest} noValidate onSubmit={(event) => void submit(event)}>
      {/* Enter activates the first submit button. */}
      {answersEnter && <input type="submit" hidden />}
      {children}
    </form>
  );
}

function focusFirstInvalid(form: HTMLFormElement): void {
  const invalid = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  const target = invalid?.matches('fieldset') === true ? invalid.querySelector<HTMLElement>('input') : invalid;
  target?.focus();
}
