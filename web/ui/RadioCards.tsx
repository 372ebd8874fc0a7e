import type { ReactNode } from 'react';
import { FieldError } from './FieldError.tsx';
import { type FieldNames, isInvalid, useFieldIds } from './FieldFrame.tsx';
import styles from './RadioCards.module.css';
import { visuallyHiddenClass } from './VisuallyHidden.tsx';

export interface RadioCard<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

export interface RadioCardsProps<Value extends string> extends Omit<FieldNames, 'aside' | 'hint'> {
  readonly cards: readonly RadioCard<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
}

/** Radio buttons as cards; one per row on a phone. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { label, labelHidden, error, cards, value, onChange } = props;
  const ids = useFieldIds();
  const invalid = isInvalid(error);
  return (
    <fieldset
      className={styles.group}
      role="radiogroup"
      data-invalid={invalid}
      aria-invalid={invalid || undefined}
      aria-describedby={error ? ids.errorId : undefined}
    >
      <legend className={labelHidden === true ? visuallyHiddenClass : styles.legend}>{label}</legend>
      <div className={styles.cards}>
        {cards.map((card) => (
          <label key={card.value} className={styles.card}>
            <input
              aria-labelledby={`${ids.controlId}-${card.value}`}
              aria-describedby={card.hint ? `${ids.controlId}-${card.value}-hint` : undefined}
              type="radio"
              name={ids.controlId}
              value={card.value}
              checked={card.value === value}
              disabled={card.disabled}
              onChange={() => onChange(card.value)}
            />
            <span>
              <span id={`${ids.controlId}-${card.value}`} className={styles.name}>
                {card.label}
              </span>
              {card.hint ? (
                <span id={`${ids.controlId}-${card.value}-hint`} className={styles.hint}>
                  {card.hint}
                </span>
              ) : null}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={ids.errorId} message={error} />
    </fieldset>
  );
}
