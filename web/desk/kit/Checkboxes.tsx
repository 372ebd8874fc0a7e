import { Checkbox } from '#web/ui/Checkbox.tsx';
import { FieldError } from '#web/ui/FieldError.tsx';
import { useFieldIds } from '#web/ui/FieldFrame.tsx';
import styles from './Checkboxes.module.css';
import { focusWhenOpened } from './focus-when-opened.ts';

interface CheckboxesProps<Value extends string> {
  readonly legend: string;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[];
  readonly chosen: readonly Value[];
  readonly error: string | undefined;
  /** Its first box has the focus when the dialog opens. */
  readonly first?: boolean;
  readonly onChange: (chosen: readonly Value[]) => void;
}

/** Boxes of which any number can be checked. */
export function Checkboxes<Value extends string>(props: CheckboxesProps<Value>) {
  const { legend, choices, chosen, error, first = false, onChange } = props;
  const { errorId } = useFieldIds();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId}>
      <legend className={styles.legend}>{legend}</legend>
      {choices.map(({ value, label, hint }, index) => (
        <Checkbox
          key={value}
          ref={first && index === 0 ? focusWhenOpened : undefined}
          label={label}
          hint={hint}
          checked={chosen.includes(value)}
          // The words are below, once.
          error={error === undefined ? undefined : ''}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, value] : chosen.filter((other) => other !== value))
          }
        />
      ))}
      <FieldError id={errorId} message={error} />
    </fieldset>
  );
}
