import { type KeyboardEvent, type ReactNode, type Ref, useId } from 'react';
import styles from './Tabs.module.css';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: ReactNode;
  readonly disabled?: boolean;
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  /** The selected tab's panel; focusable. */
  readonly panelRef?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

/** A tab bar over one panel: arrow keys move between tabs, Enter opens one. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, panelRef, children }: TabsProps<Id>) {
  const base = useId();
  const tabId = (id: Id) => `${base}-${id}`;
  return (
    <>
      <div role="tablist" aria-label={label} className={styles.tabs}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={tabId(tab.id)}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={tab.id === selected}
            aria-controls={`${base}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            disabled={tab.disabled}
            onKeyDown={moveFocus}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        ref={panelRef}
        id={`${base}-panel`}
        role="tabpanel"
        tabIndex={-1}
        aria-labelledby={tabId(selected)}
        className={styles.panel}
      >
        {children}
      </div>
    </>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Wraps around and skips disabled tabs. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const bar = event.currentTarget.parentElement;
  const enabled = [...(bar?.querySelectorAll<HTMLElement>('[role="tab"]:not(:disabled)') ?? [])];
  const index = enabled.findIndex((tab) => tab === document.activeElement);
  enabled.at((index + step) % enabled.length)?.focus();
}
