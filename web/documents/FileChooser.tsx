import { CloudUpload, Plus } from 'lucide-react';
import { type DragEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { acceptedEndings } from '#common/documents/rules/file-rules.ts';
import { useMobileBrowser } from '#web/data/device.ts';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './documents.module.css';

interface FileChooserProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly onFiles: (files: Iterable<File>) => void;
  /** Which files are accepted. */
  readonly children: ReactNode;
}

/** Add Files, with a drop zone on devices with a mouse (C-018). */
export function FileChooser({ ref, onFiles, children }: FileChooserProps) {
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
      <p className={styles.hint}>{children}</p>
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
