import { type FocusEvent, type KeyboardEvent, type SyntheticEvent, useCallback, useState } from 'react';
import { type FieldErrors, hasErrors } from '#common/core/field-errors.ts';
import { type SignInEntry, type SignInErrorKey, validateSignIn } from '#common/identity/rules/validate-sign-in.ts';

type Errors = FieldErrors<SignInEntry, SignInErrorKey>;

/** The two fields' state. They are uncontrolled, so password managers can fill them and no text is lost. */
export function useSignInEntry() {
  const [valid, setValid] = useState(false);
  const [errors, setErrors] = useState<Errors>({});

  /** New errors wait until the field is left; corrected ones disappear at once. */
  function noteEntry(form: HTMLFormElement) {
    const now = validateSignIn(readEntry(form));
    setValid(!hasErrors(now) || isAutofilled(form));
    setErrors((shown) => ({
      ...(shown.username && now.username ? { username: now.username } : {}),
      ...(shown.password && now.password ? { password: now.password } : {}),
    }));
  }

  const noteEvent = ({ currentTarget }: SyntheticEvent<HTMLFormElement>) => noteEntry(currentTarget);

  /** The form exists before this code runs, so it may already have entries. */
  const takeOver = useCallback((form: HTMLFormElement | null) => {
    if (form) setValid(!hasErrors(validateSignIn(readEntry(form))) || isAutofilled(form));
  }, []);

  function leaveField({ currentTarget: form, target, relatedTarget }: FocusEvent<HTMLFormElement>) {
    // A new error would move a link away from the pointer that is clicking it.
    if (!document.hasFocus() || relatedTarget instanceof HTMLAnchorElement) return;
    const name = target instanceof HTMLInputElement ? target.name : '';
    if (name !== 'username' && name !== 'password') return;
    const error = isAutofilled(form) ? undefined : validateSignIn(readEntry(form))[name];
    if (error) setErrors((shown) => ({ ...shown, [name]: error }));
  }

  /**
   * The disabled button would ignore Enter without a message. The hidden button that other forms have for this would,
   * until the script runs, send the password in an address.
   */
  function answerEnter({ key, currentTarget: form, target }: KeyboardEvent<HTMLFormElement>) {
    if (key === 'Enter' && !valid && target instanceof HTMLInputElement) form.requestSubmit();
  }

  /** Shows what is missing; returns the entry if complete. */
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

/** Some browsers hide autofilled values from scripts until the first user interaction. */
function isAutofilled(form: HTMLFormElement): boolean {
  return form.querySelectorAll('input:autofill').length >= 2;
}
