import { Link, Outlet } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { deskCall } from '#web/desk/data/desk-client.ts';
import { deskQueries, useSession } from '#web/desk/data/desk-queries.ts';
import { problemOf } from '#web/desk/kit/problem-words.ts';
import { CommandPalette } from './CommandPalette.tsx';
import styles from './DeskLayout.module.css';
import { menuFor } from './desk-menu.ts';

/** Fonts of other systems may lack its key's sign. */
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const groups = ['Work', 'Institution', 'Admin'] as const;

/** The frame of every page: search, who is signed in, menu. */
export function DeskLayout() {
  const session = useSession();
  const [palette, setPalette] = useState(false);
  useListKeys();
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setPalette(true);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#desk-main">
        Skip to the page
      </a>
      <header className={styles.top}>
        <span className={styles.brand}>{session.institution} desk</span>
        <button
          type="button"
          className={styles.search}
          aria-keyshortcuts="Meta+K Control+K"
          onClick={() => setPalette(true)}
        >
          Find a customer, a screen… <kbd>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
        <span className={styles.who}>
          {session.name} · {session.role}
        </span>
        <Button look="text" onClick={() => void signOut()}>
          Sign out
        </Button>
      </header>
      <nav className={styles.menu} aria-label="Desk">
        {groups.map((group) => {
          const items = menuFor(session.permissions).filter((item) => item.group === group);
          return items.length === 0 ? null : (
            <ul key={group} aria-label={group}>
              {items.map(({ label, path }) => (
                <li key={path}>
                  <Link to={path} activeOptions={{ exact: path === '/' }} activeProps={{ 'aria-current': 'page' }}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          );
        })}
      </nav>
      <main id="desk-main" className={styles.main} tabIndex={-1}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      {palette && <CommandPalette onClose={() => setPalette(false)} />}
    </div>
  );
}

async function signOut(): Promise<void> {
  await deskCall('POST /api/desk/sign-out', { body: {} }).catch(() => undefined);
  deskQueries.clear();
  location.assign('/desk/enter');
}

/** Shown when the desk can't be opened, for example without the server. */
export function DeskFailure({ error }: { readonly error: unknown }) {
  return (
    <main className={styles.failure}>
      <h1>Desk</h1>
      <Alert tone="bad" action={<Button onClick={() => location.reload()}>Try again</Button>}>
        {problemOf(error)}
      </Alert>
    </main>
  );
}

/** An address without a page. */
export function DeskNotFound() {
  return (
    <main className={styles.failure}>
      <h1>Desk</h1>
      <Alert tone="warn" action={<Link to="/">Go to Today</Link>}>
        There is no page at this address.
      </Alert>
    </main>
  );
}

/** `j` and `k` move through the rows of the page's list, which carry `data-row`; Enter opens, as on any link. */
function useListKeys(): void {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || (event.key !== 'j' && event.key !== 'k')) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
      const index = rows.findIndex((row) => row === document.activeElement);
      const next = event.key === 'j' ? index + 1 : Math.max(index - 1, 0);
      rows[Math.min(next, rows.length - 1)]?.focus();
    };
    addEventListener('keydown', move);
    return () => removeEventListener('keydown', move);
  }, []);
}

/** Letters belong to a field while someone writes in it. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select') !== null;
}
