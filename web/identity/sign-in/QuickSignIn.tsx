import { useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';
import styles from './QuickSignIn.module.css';

/** The demonstration's people with their purpose; all share one password. */
const quickSignInPassword = 'Harbor-2026!';

const quickSignInPeople: readonly (readonly [loginName: string, shows: string])[] = [
  ['margaret.okafor', 'has everything'],
  ['li.wei', 'one loan'],
  ['acme.supply', 'a company'],
  ['nora.quinn', 'first sign-in'],
  ['sam.rivera', 'recurring payments'],
  ['dee.blocked', 'accounts with restrictions'],
  ['rex.stricted', 'restricted'],
  ['no.mail', 'no email address'],
  ['pat.empty', 'no accounts'],
  ['tern.taxi', 'a returned payment'],
  ['walter.lund', 'locked'],
];

const quickSignInHeading = 'Quick sign-in (development only)';

/** Fills in the form for a demonstration user. Development only; removed from builds (A 2.5). */
export function QuickSignIn() {
  const panel = useRef<HTMLElement>(null);

  function fillIn(loginName: string) {
    const form = panel.current?.parentElement?.querySelector('form');
    if (!form) return;
    fill(form, 'username', loginName);
    fill(form, 'password', quickSignInPassword);
    // The button can take the focus only after the filled-in values have enabled it.
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
