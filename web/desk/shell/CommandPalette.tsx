import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { focusWhenOpened } from '#web/desk/kit/focus-when-opened.ts';
import { useSession } from '#web/desk/data/desk-queries.ts';
import styles from './CommandPalette.module.css';
import { menuFor } from './desk-menu.ts';

interface Choice {
  readonly label: string;
  readonly path: string;
  readonly find?: string;
}

/** ⌘K: finds screens and customers. Enter opens the first; the arrow keys move to the others. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const { permissions } = useSession();
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  const [text, setText] = useState('');
  const choices = choicesFor(text, permissions);

  const open = (choice: Choice | undefined) => {
    if (!choice) return;
    onClose();
    void navigate({ to: choice.path, state: choice.find === undefined ? {} : { find: choice.find } });
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const index = buttons.findIndex((button) => button === document.activeElement);
    buttons[Math.max(0, Math.min(buttons.length - 1, index + step))]?.focus();
  };

  return (
    <Dialog width={500} title="Find" onClose={onClose} closeLabel="Close">
      {/* oxlint-disable-next-line no-static-element-interactions -- keys of the field and of every result */}
      <search onKeyDown={move}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            open(choices[0]);
          }}
        >
          <TextField
            label="Customer or screen"
            hint="Enter opens the first result. Arrow keys move."
            ref={focusWhenOpened}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </form>
        <ul ref={list} aria-label="Results" className={styles.list}>
          {choices.map((choice) => (
            <li key={choice.label}>
              <button type="button" onClick={() => open(choice)}>
                {choice.label}
              </button>
            </li>
          ))}
        </ul>
      </search>
    </Dialog>
  );
}

function choicesFor(text: string, permissions: readonly string[]): Choice[] {
  const wanted = text.trim().toLowerCase();
  const screens: Choice[] = menuFor(permissions).filter(({ label }) => label.toLowerCase().includes(wanted));
  if (wanted.length < 2 || !permissions.includes('seeCustomers')) return screens;
  return [...screens, { label: `Find customers: ${text.trim()}`, path: '/customers', find: text.trim() }];
}
