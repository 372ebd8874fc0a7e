import { useId, useRef } from 'react';
import { type Label, useLabel, useTexts } from '#web/institution/settings.ts';
import { Text } from '#web/kit/Text.tsx';
import { FieldError } from '#web/ui/FieldError.tsx';
import styles from './documents.module.css';
import { FileChooser } from './FileChooser.tsx';
import { UploadRow } from './UploadRow.tsx';
import type { Attachments } from './use-attachments.ts';

interface AttachmentsFieldProps extends Label {
  readonly attachments: Attachments;
  /** Why the form can't be sent with these files. */
  readonly error?: string | undefined;
}

/** Files that go with a form: dropped or chosen, each with what became of it. */
export function AttachmentsField({ label, labelHidden, attachments, error }: AttachmentsFieldProps) {
  const { queue, max, leftOut, add, remove } = attachments;
  const { label: queueName } = useLabel('upload.queue');
  const texts = useTexts();
  const id = useId();
  const chooser = useRef<HTMLButtonElement>(null);
  const values = { count: String(max), files: leftOut.join(', ') };

  function removeAndStay(entryId: number) {
    remove(entryId);
    // The focused button is gone.
    chooser.current?.focus();
  }
  return (
    <div className={styles.block}>
      <fieldset aria-label={label} aria-describedby={id} className={styles.upload}>
        {!labelHidden && <p className={styles.fileName}>{label}</p>}
        <FileChooser ref={chooser} onFiles={add}>
          <Text of="attachments.hint" with={{ count: String(max) }} />
        </FileChooser>
        {queue.length > 0 && (
          <ul className={styles.queue} aria-label={queueName}>
            {queue.map((entry) => (
              <UploadRow
                key={entry.id}
                entry={entry}
                sent="attachments.ready"
                onRemove={() => removeAndStay(entry.id)}
              />
            ))}
          </ul>
        )}
        <FieldError id={id} message={leftOut.length === 0 ? error : texts('attachments.tooMany', values)} />
      </fieldset>
    </div>
  );
}
