import type { ComponentProps, SubmitEvent } from 'react';
import { flushSync } from 'react-dom';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> {
  /** Checks and sends; may be the `handleSubmit(…)` of a form library. */
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void | Promise<void>;
  /**
   * Enter in a field submits also while the button is off or away, where a browser
   * does nothing: `onSubmit` then says what is missing, and sends only what may be sent.
   */
  readonly answersEnter?: boolean;
}

/**
 * A form that checks with the product's own rules, keeps what was typed when it
 * is refused, and then puts the focus into its first invalid field.
 */
export function Form({ onSubmit, answersEnter = false, children, ...rest }: FormProps) {
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    event.preventDefault();
    await onSubmit(event);
    // Errors must stand in the page before the first of them can be found.
    flushSync(() => undefined);
    focusFirstInvalid(form);
  }
  return (
    <form {...rest} noValidate onSubmit={(event) => void submit(event)}>
      {/* Enter presses the first button that submits. */}
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
