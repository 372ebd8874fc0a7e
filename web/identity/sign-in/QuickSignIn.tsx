import { useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';
import styles from './QuickSignIn.module.css';
import { quickSignInHeading, quickSignInPassword, quickSignInPeople } from './quick-sign-in-people.ts';

/** Fills the form in for a person of the demonstration. Exists while developing only: a build leaves it out (A 2.5). */
export function QuickSignIn() {
  const panel = useRef<HTMLElement>(null);

  function fillIn(loginName: string) {
    const form = panel.current?.parentElement?.querySelector('form');
    if (!form) return;
    fill(form, 'username', loginName);
    fill(form, 'password', quickSignInPassword);
    // The button takes the focus once it has been enabled by what was filled in.
    setTimeout(() => form.querySelector<HTMLButtonElement>('[type="submit"]')?.focus());
  }
  return (
    <section ref={panel} className={styles.panel} aria-label={quickSignInHeading}>
      <p>{quickSignInHeading}</p>
      {quickSignInPeople.map(([loginName, shows]) => (
        <Button key={loginName} look="text" onClick={() => fillIn(loginName)}>
          {loginName} ({shows})
        </Button>
      ))}
    </section>
  );
}

function fill(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return;
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
