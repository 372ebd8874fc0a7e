import { ChevronDown } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { VisuallyHidden, visuallyHiddenClass } from '#web/ui/VisuallyHidden.tsx';
import type { RowState } from './use-rows.ts';
import styles from './ProfileRow.module.css';

interface ProfileRowProps {
  readonly name: TextKey;
  /** The value on file. */
  readonly value: ReactNode;
  readonly state: RowState;
  /** The only field has the same name, which is then shown once. */
  readonly namedByField?: boolean;
  /** The fields that change it. */
  readonly children: ReactNode;
}

/** A line with a value, which unfolds into the fields that change it. */
export function ProfileRow({ name, value, state, namedByField = false, children }: ProfileRowProps) {
  const { open, edited, onToggle, footer } = state;
  const fields = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useLayoutEffect(() => {
    if (open === wasOpen.current) return;
    wasOpen.current = open;
    if (open) fields.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    // The button that closed it went with the fields.
    else if (document.activeElement === document.body) button.current?.focus();
  }, [open]);
  return (
    <div className={styles.row}>
      <div className={styles.line} data-open={open}>
        <h3 className={open && namedByField ? visuallyHiddenClass : styles.name}>
          <Text of={name} />
        </h3>
        {!open && <div className={styles.value}>{value}</div>}
        {!edited && (
          <span className={styles.change}>
            <button ref={button} type="button" className={buttonClass('text')} aria-expanded={open} onClick={onToggle}>
              <ControlName of="profile.change" />
              <VisuallyHidden>
                <Text of={name} />
              </VisuallyHidden>
              <ChevronDown size={18} className={styles.chevron} data-open={open} aria-hidden="true" />
            </button>
          </span>
        )}
      </div>
      {open && (
        <div ref={fields} className={styles.fields}>
          {children}
          {footer}
        </div>
      )}
    </div>
  );
}
