import { Check, X } from 'lucide-react';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { FileType } from '#common/documents/documents.wire.ts';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { Text } from '#web/kit/Text.tsx';
import { FieldError } from '#web/ui/FieldError.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { sizeText } from '#web/ui/size-text.ts';
import styles from './documents.module.css';
import { isRefused, type QueuedFile } from './use-transfers.ts';

interface UploadRowProps {
  readonly entry: QueuedFile;
  /** Missing for a file without a type. */
  readonly types?: readonly FileType[];
  readonly onType?: (fileTypeId: string) => void;
  /** What is said of a file that the server has. */
  readonly sent?: TextKey;
  readonly onRemove: () => void;
}

export function UploadRow({ entry, types, onType, sent = 'upload.sent', onRemove }: UploadRowProps) {
  const { id, file, fileTypeId, state, problem } = entry;
  const texts = useTexts();
  const type = useLabel('upload.fileType', { file: file.name });
  const choose = useLabel('upload.chooseType');
  const remove = useLabel('upload.remove', { file: file.name });
  const words = problem && ('words' in problem ? problem.words : texts(problem.text));
  const lacksType = problem !== null && 'text' in problem && problem.text === 'upload.chooseType';
  return (
    <li className={styles.row}>
      <div className={styles.file}>
        <span className={styles.fileName}>{file.name}</span>
        <span className={styles.quiet}>{sizeText(file.size)}</span>
      </div>
      {types && !isRefused(entry) && (
        <SelectField
          label={type.label}
          labelHidden
          placeholder={choose.label}
          options={types.map(({ fileTypeId: value, description: label }) => ({ value, label }))}
          value={fileTypeId}
          disabled={state === 'uploading' || state === 'sent'}
          error={lacksType ? words : null}
          onChange={(event) => onType?.(event.target.value)}
        />
      )}
      <IconButton label={remove.label} icon={<X size={18} aria-hidden="true" />} onClick={onRemove} />
      <div className={styles.rowState}>
        <Progress entry={entry} sent={sent} />
        {!lacksType && <FieldError id={`upload-${id}-problem`} message={words} />}
      </div>
    </li>
  );
}

function Progress({ entry: { file, share, state }, sent }: { readonly entry: QueuedFile; readonly sent: TextKey }) {
  const label = useLabel('upload.progress', { file: file.name });
  if (state === 'sent') {
    return (
      <span className={styles.sent}>
        <Check size={16} aria-hidden="true" />
        <Text of={sent} />
      </span>
    );
  }
  if (state !== 'uploading') return null;
  return (
    <div className={styles.progress}>
      <ProgressBar label={label.label} share={share} />
      <span className={styles.quiet}>{percent.format(share)}</span>
      {share === 1 && (
        <span className={styles.quiet}>
          <Text of="upload.checking" />
        </span>
      )}
    </div>
  );
}

/** Rounds down, so 100% appears only at the last byte. */
const percent = new Intl.NumberFormat('en-US', { style: 'percent', roundingMode: 'floor' });
