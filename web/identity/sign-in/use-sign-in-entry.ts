import { type FocusEvent, type KeyboardEvent, type SyntheticEvent, useCallback, useState } from 'react';
import { type FieldErrors, hasErrors } from '#common/core/field-errors.ts';
import { type SignInEntry, type SignInErrorKey, validateSignIn } from '#common/identity/rules/validate-sign-in.ts';

type Errors = FieldErrors<SignInEntry, SignInErrorKey>;

/**
 * The state of the two fields. They keep their own values, so that password
 * managers may fill them in as they like and nothing typed is ever lost.
 */
export function useSignInEntry() {
  const [valid, setValid] = useState(false);
  const [errors, setErrors] = useState<Errors>({});

  /** New errors wait until a field is left; mended ones go at once. */
  function noteEntry(form: HTMLFormElement) {
    const now = validateSignIn(readEntry(form));
    setValid(!hasErrors(now) || isAutofilled(form));
    setErrors((shown) => ({
      ...(shown.username && now.username ? { username: now.username } : {}),
      ...(shown.password && now.password ? { password: now.password } : {}),
    }));
  }

  const noteEvent = ({ currentTarget }: SyntheticEvent<HTMLFormElement>) => noteEntry(currentTarget);

  /** The form stands in the page before this code runs: somebody may have filled it in already. */
  const takeOver = useCallback((form: HTMLFormElement | null) => {
    if (form) setValid(!hasErrors(validateSignIn(readEntry(form))) || isAutofilled(form));
  }, []);

  function leaveField({ currentTarget: form, target, relatedTarget }: FocusEvent<HTMLFormElement>) {
    // An error that appears while a link is pressed would move the link away from the pointer.
    if (!document.hasFocus() || relatedTarget instanceof HTMLAnchorElement) return;
    const name = target instanceof HTMLInputElement ? target.name : '';
    if (name !== 'username' && name !== 'password') return;
    const error = isAutofilled(form) ? undefined : validateSignIn(readEntry(form))[name];
    if (error) setErrors((shown) => ({ ...shown, [name]: error }));
  }

  /** The disabled button would swallow Enter without a word. */
  function answerEnter({ key, currentTarget: form, target }: KeyboardEvent<HTMLFormElement>) {
    if (key === 'Enter' && !valid && target instanceof HTMLInputElement) check(form);
  }

  /** Shows what is missing; the entry when nothing is. */
  function check(form: HTMLFormElement): SignInEntry | undefined {
    const entry = readEntry(form);
    const found = validateSignIn(entry);
    setErrors(found);
    return hasErrors(found) ? undefined : entry;
  }

  return {
    valid,
    errors,
    check,
    formEvents: {
      ref: takeOver,
      onInput: noteEvent,
      onAnimationStart: noteEvent,
      onBlur: leaveField,
      onKeyDown: answerEnter,
    },
  };
}

function readEntry(form: HTMLFormElement): SignInEntry {
  const fields = new FormData(form);
  return { username: textOf(fields.get('username')), password: textOf(fields.get('password')) };
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}

/** Some browsers keep the value they filled in to themselves until the person first presses something. */
function isAutofilled(form: HTMLFormElement): boolean {
  return form.querySelectorAll('input:autofill').length >= 2;
}
