import { useQuery } from '@tanstack/react-query';
import { CloudUpload } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type DocumentPlace, fileTypesQuery } from './documents-data.ts';
import { fetched } from '#web/data/fetched.ts';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './documents.module.css';
import { FileChooser } from './FileChooser.tsx';
import { UploadRow } from './UploadRow.tsx';
import { type UploadOutcome, useUploadQueue } from './use-upload-queue.ts';

interface UploadAreaProps {
  readonly place: DocumentPlace;
  readonly onSent: () => void;
  /** Reports whether files are chosen or uploading. */
  readonly onFiles?: ((holdsFiles: boolean) => void) | undefined;
}

/** Uploads documents (M 2): dropped or chosen, each with a type, sent together. */
export function UploadArea({ place, onSent, onFiles }: UploadAreaProps) {
  const label = useLabel('upload.label');
  const queueLabel = useLabel('upload.queue');
  const { queue, outcome, busy, add, remove, chooseType, send } = useUploadQueue(place, onSent);
  const fileTypes = fetched(useQuery(fileTypesQuery));
  const chooser = useRef<HTMLButtonElement>(null);
  const holdsFiles = queue.length > 0;
  useUnsavedChanges(holdsFiles);
  const tellOfFiles = useEffectEvent((holds: boolean) => onFiles?.(holds));
  useEffect(() => tellOfFiles(holdsFiles), [holdsFiles]);

  function removeAndStay(id: number) {
    remove(id);
    // The focused button is gone.
    chooser.current?.focus();
  }
  if (fileTypes.state === 'failed') {
    return <SectionProblem of="uploadError.fileTypes" busy={fileTypes.busy} onTryAgain={fileTypes.tryAgain} />;
  }
  const types = fileTypes.state === 'ready' ? fileTypes.value : [];
  return (
    <fieldset aria-label={label.label} className={styles.upload}>
      <FileChooser ref={chooser} onFiles={add}>
        <Text of="upload.hint" />
      </FileChooser>
      {queue.length > 0 && (
        <>
          <ul className={styles.queue} aria-label={queueLabel.label}>
            {queue.map((entry) => (
              <UploadRow
                key={entry.id}
                entry={entry}
                types={types}
                onType={(type) => chooseType(entry.id, type)}
                onRemove={() => removeAndStay(entry.id)}
              />
            ))}
          </ul>
          <div>
            <Button busy={busy} onClick={() => void send()}>
              <CloudUpload size={18} aria-hidden="true" />
              <ControlName of="upload.send" />
            </Button>
          </div>
        </>
      )}
      <output className={styles.outcome}>{outcome && <Outcome outcome={outcome} />}</output>
    </fieldset>
  );
}

function Outcome({ outcome: { sent, failed } }: { readonly outcome: UploadOutcome }) {
  if (failed === 0) return <Text of="upload.allSent" with={{ count: String(sent) }} />;
  return <Text of="upload.someSent" with={{ count: String(sent), failedCount: String(failed) }} />;
}
