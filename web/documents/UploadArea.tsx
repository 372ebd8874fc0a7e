import { useQuery } from '@tanstack/react-query';
import { CloudUpload, Plus } from 'lucide-react';
import { type DragEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { acceptedEndings } from '#common/documents/rules/file-rules.ts';
import { useMobileBrowser } from '#web/data/device.ts';
import { type DocumentPlace, fileTypesQuery } from './documents-data.ts';
import { fetched } from '#web/data/fetched.ts';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './documents.module.css';
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
      <FileChooser ref={chooser} onFiles={add} />
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

interface FileChooserProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly onFiles: (files: Iterable<File>) => void;
}

/** Add Files, with a drop zone on devices with a mouse (C-018). */
function FileChooser({ ref, onFiles }: FileChooserProps) {
  const mobile = useMobileBrowser();
  const zone = useDropZone(onFiles);
  const input = useRef<HTMLInputElement>(null);
  const addFiles = useLabel('upload.addFiles');

  function choose() {
    const chosen = [...(input.current?.files ?? [])];
    // Allows choosing the same file again after removing it.
    if (input.current) input.current.value = '';
    if (chosen.length > 0) onFiles(chosen);
  }
  const button = (
    <>
      <Button ref={ref} look="quiet" onClick={() => input.current?.click()}>
        <Plus size={18} aria-hidden="true" />
        <ControlName of="upload.addFiles" />
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptedEndings.join(',')}
        aria-label={addFiles.label}
        onChange={choose}
      />
      <p className={styles.hint}>
        <Text of="upload.hint" />
      </p>
    </>
  );
  if (mobile) return <div className={styles.chooser}>{button}</div>;
  return (
    <div className={styles.zone} data-over={zone.over} {...zone.handlers}>
      <CloudUpload size={28} aria-hidden="true" className={styles.zoneIcon} />
      <p>
        <Text of="upload.dropZone" />
      </p>
      {button}
    </div>
  );
}

function useDropZone(onFiles: (files: Iterable<File>) => void) {
  const [over, setOver] = useState(false);
  // A file dropped outside the zone would replace the portal.
  useEffect(() => {
    const hold = (event: Event) => event.preventDefault();
    addEventListener('dragover', hold);
    addEventListener('drop', hold);
    return () => {
      removeEventListener('dragover', hold);
      removeEventListener('drop', hold);
    };
  }, []);
  const handlers = {
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      const files = [...event.dataTransfer.files];
      if (files.length > 0) onFiles(files);
    },
  };
  return { over, handlers };
}
