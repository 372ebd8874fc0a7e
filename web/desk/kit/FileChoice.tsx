import { acceptedEndings } from '#common/documents/rules/file-rules.ts';
import { FieldError } from '#web/ui/FieldError.tsx';
import { describedBy, useFieldIds } from '#web/ui/FieldFrame.tsx';
import styles from './FileChoice.module.css';

interface FileChoiceProps {
  readonly label: string;
  readonly hint?: string;
  readonly error: string | undefined;
  readonly onFiles: (files: readonly File[]) => void;
  /** Takes more files with each choice, and shows none itself. */
  readonly adds?: true;
}

export function FileChoice({ label, hint, error, onFiles, adds }: FileChoiceProps) {
  const ids = useFieldIds();
  return (
    <div className={styles.file}>
      <label htmlFor={ids.controlId}>{label}</label>
      <input
        id={ids.controlId}
        type="file"
        multiple={adds}
        accept={acceptedEndings.join(',')}
        {...describedBy(ids, { hint, error })}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])];
          // The same file can be chosen again after it was removed.
          if (adds) target.value = '';
          onFiles(chosen);
        }}
      />
      {hint !== undefined && (
        <p id={ids.hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldError id={ids.errorId} message={error} />
    </div>
  );
}
