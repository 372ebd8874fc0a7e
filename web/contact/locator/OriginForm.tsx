import { LocateFixed } from 'lucide-react';
import { ZIP_LENGTH } from '#common/contact/rules/branches.ts';
import { useText } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Form } from '#web/kit/Form.tsx';
import { FormField } from '#web/kit/FormField.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './Locator.module.css';
import type { OriginSearch } from './use-origin.ts';

interface OriginFormProps {
  readonly search: OriginSearch;
  readonly onShowAll: () => void;
}

/** The starting point: a zip code, used at its last digit, or the visitor's location. */
export function OriginForm({ search, onShowAll }: OriginFormProps) {
  const { zip, origin, busy, problem } = search;
  const problemText = useText(problem ?? 'locator.invalidZip');
  return (
    <search>
      <Form className={styles.form} onSubmit={search.searchZip}>
        <div className={styles.zip}>
          <FormField
            use={TextField}
            control={search.control}
            entry="zip"
            clean={(typed) => typed.trim()}
            onEdit={search.searchZip}
            label="locator.zip"
            hint="locator.zipHint"
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={ZIP_LENGTH}
            aria-busy={busy}
            error={problem === null ? undefined : problemText}
          />
        </div>
        <div className={styles.ways}>
          {'geolocation' in navigator && (
            <Button look="quiet" busy={busy && zip === ''} onClick={search.locate}>
              <LocateFixed size={18} aria-hidden="true" />
              <ControlName of="locator.useMyLocation" />
            </Button>
          )}
          {origin && (
            <Button look="text" onClick={onShowAll}>
              <ControlName of="locator.showAll" />
            </Button>
          )}
        </div>
      </Form>
    </search>
  );
}
