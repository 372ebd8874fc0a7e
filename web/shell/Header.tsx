import { useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useSession } from '#web/data/session.ts';
import { useLabel } from '#web/institution/settings.ts';
import { Brand } from '#web/kit/Brand.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { lazily } from '#web/kit/lazily.tsx';
import { useNarrow } from '#web/kit/use-phone.ts';
import { paths } from '#web/paths.ts';
import { ActionMenu } from '#web/ui/ActionMenu.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import styles from './AccountLayout.module.css';
import { ApplyForLoan } from './ApplyForLoan.tsx';
import { LogoutButton } from './LogoutButton.tsx';
import type { Menu, MenuEntry, MenuGroup } from './menu.ts';
import { PortalLink } from './PortalLink.tsx';
import { useMenu } from './use-menu.ts';

const LocatorDialog = lazily(async () => (await import('#web/kit/LocatorDialog.tsx')).LocatorDialog);

/** Brand, navigation, name and Logout; on a phone behind a menu button (A 2.2). */
export function Header() {
  const menu = useMenu();
  const narrow = useNarrow(900);
  const [locatorOpen, setLocatorOpen] = useState(false);
  const openLocator = () => setLocatorOpen(true);
  const home = (
    <PortalLink to={paths.dashboard} className={styles.home}>
      <Brand name="shell.institutionShortName" />
    </PortalLink>
  );
  return (
    <header className={styles.header}>
      {narrow ? (
        <PhoneMenuFrame bar={home}>
          <PhoneNavigation menu={menu} />
          <Help menu={menu} onLocator={openLocator} asEntries />
          <div className={styles.phoneWho}>
            <DisplayName />
            <LogoutButton />
          </div>
        </PhoneMenuFrame>
      ) : (
        <div className={styles.bar}>
          {home}
          <NavigationBar menu={menu} />
          <div className={styles.who}>
            <Help menu={menu} onLocator={openLocator} />
            <DisplayName />
            <LogoutButton />
          </div>
        </div>
      )}
      {locatorOpen && <LocatorDialog onClose={() => setLocatorOpen(false)} />}
    </header>
  );
}

interface PhoneMenuFrameProps {
  readonly bar: ReactNode;
  readonly children: ReactNode;
}

/** The bar with a menu button, and the menu, which is made when it first opens. */
function PhoneMenuFrame({ bar, children }: PhoneMenuFrameProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const router = useRouter();

  useEffect(() => {
    if (!open) return undefined;
    function closeByKey({ key }: KeyboardEvent) {
      // A dialog opened from the menu handles Escape itself.
      if (key !== 'Escape' || document.querySelector('dialog[open]')) return;
      setOpen(false);
      button.current?.focus();
    }
    const forget = router.subscribe('onBeforeNavigate', () => setOpen(false));
    document.addEventListener('keydown', closeByKey);
    return () => {
      forget();
      document.removeEventListener('keydown', closeByKey);
    };
  }, [open, router]);

  return (
    <>
      <div className={styles.bar}>
        {bar}
        <button
          ref={button}
          type="button"
          className={classNames(buttonClass('quiet'), styles.menuButton)}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => {
            setOpen(!open);
            setWasOpened(true);
          }}
        >
          <ControlName of={open ? 'shell.closeMenu' : 'shell.menu'} />
        </button>
      </div>
      <div id={id} className={styles.phoneMenu} hidden={!open}>
        {wasOpened && children}
      </div>
    </>
  );
}

interface NavigationProps {
  readonly menu: Menu;
}

function NavigationBar({ menu }: NavigationProps) {
  const { label } = useLabel('shell.mainNavigation');
  const entries = listEntries(menu);
  return (
    <nav className={styles.nav} aria-label={label}>
      {/* Measured again when an entry comes or goes. */}
      <EntryRow key={entries.length} entries={entries} />
    </nav>
  );
}

interface Entry {
  readonly id: string;
  readonly content: ReactNode;
  /** In a list that is itself a menu. */
  readonly unfolded?: readonly ReactNode[];
}

/** One row; entries that don't fit are behind More. */
function EntryRow({ entries }: { readonly entries: readonly Entry[] }) {
  const more = useLabel('shell.more');
  const row = useRef<HTMLUListElement>(null);
  const [{ fitting, spacePx }, setMeasured] = useState<Measured>({ fitting: entries.length, spacePx: 0 });
  useLayoutEffect(() => {
    const list = row.current;
    if (!list) return undefined;
    const observer = new ResizeObserver(() => setMeasured(measureFirstLine(list)));
    observer.observe(list);
    // Entries become wider when the font has loaded.
    for (const entry of list.children) observer.observe(entry);
    setMeasured(measureFirstLine(list));
    return () => observer.disconnect();
  }, []);
  const hidden = entries.slice(fitting);
  return (
    <>
      <ul ref={row}>
        {entries.map(({ id, content }, place) => (
          // Entries that don't fit stay in the layout, so a wider window can show them again.
          <li key={id} className={place < fitting ? undefined : styles.outOfRow}>
            {content}
          </li>
        ))}
      </ul>
      {hidden.length > 0 && (
        // Moved, not laid out: a margin would give the row more room and change what fits.
        <div className={styles.more} style={{ translate: `${-spacePx}px` }}>
          <ActionMenu label={more.label} showsLabel>
            {hidden.map(({ id, content, unfolded }) => (
              <div key={id} className={styles.moreEntry}>
                {unfolded ?? content}
              </div>
            ))}
          </ActionMenu>
        </div>
      )}
    </>
  );
}

interface Measured {
  /** The number of entries in the first line. */
  readonly fitting: number;
  /** The empty space behind them. */
  readonly spacePx: number;
}

function measureFirstLine(list: HTMLUListElement): Measured {
  const boxes = [...list.children].map((entry) => entry.getBoundingClientRect());
  const wrapped = boxes.findIndex(({ top }) => top !== boxes[0]?.top);
  if (wrapped === -1) return { fitting: boxes.length, spacePx: 0 };
  const { left, right } = list.getBoundingClientRect();
  return { fitting: wrapped, spacePx: right - (boxes[wrapped - 1]?.right ?? left) };
}

function PhoneNavigation({ menu }: NavigationProps) {
  const { label } = useLabel('shell.mainNavigation');
  return (
    <nav aria-label={label}>
      <ul>
        {listEntries(menu).map(({ id, content, unfolded }) => (
          <li key={id}>{unfolded ?? content}</li>
        ))}
      </ul>
    </nav>
  );
}

function listEntries(menu: Menu): readonly Entry[] {
  const entries = menu.main.map((entry) =>
    'entries' in entry
      ? {
          id: entry.text,
          content: <GroupedLinks group={entry} />,
          unfolded: entry.entries.map((one) => <EntryLink key={one.address} entry={one} />),
        }
      : { id: entry.address, content: <EntryLink entry={entry} /> },
  );
  if (!menu.applyForLoan) return entries;
  return [...entries, { id: 'applyForLoan', content: <ApplyForLoan through={menu.applyForLoan} /> }];
}

function EntryLink({ entry: { address, text } }: { readonly entry: MenuEntry }) {
  return (
    <PortalLink to={address} className={styles.entry}>
      <ControlName of={text} />
    </PortalLink>
  );
}

function GroupedLinks({ group: { text, entries } }: { readonly group: MenuGroup }) {
  const { label } = useLabel(text);
  const { pathname } = useLocation();
  return (
    <ActionMenu label={label} showsLabel current={entries.some(({ address }) => address === pathname)}>
      {entries.map((entry) => (
        <div key={entry.address} className={styles.moreEntry}>
          <EntryLink entry={entry} />
        </div>
      ))}
    </ActionMenu>
  );
}

interface HelpProps {
  readonly menu: Menu;
  readonly onLocator: () => void;
  readonly asEntries?: boolean;
}

function Help({ menu, onLocator, asEntries = false }: HelpProps) {
  const { label } = useLabel('shell.helpNavigation');
  if (menu.help.length === 0 && !menu.remoteLocator) return null;
  return (
    <nav className={asEntries ? undefined : styles.help} aria-label={label}>
      {menu.help.map((entry) => (
        <PortalLink key={entry.address} to={entry.address} className={asEntries ? styles.entry : undefined}>
          <ControlName of={entry.text} />
        </PortalLink>
      ))}
      {menu.remoteLocator && (
        <button type="button" className={asEntries ? styles.entry : styles.linkButton} onClick={onLocator}>
          <ControlName of="shell.locations" />
        </button>
      )}
    </nav>
  );
}

function DisplayName() {
  return <span>{useSession()?.personalName}</span>;
}
