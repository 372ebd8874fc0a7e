import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { formatInstantShort } from '#common/core/dates.ts';
import type { FileType } from '#common/documents/documents.wire.ts';
import { fetched } from '#web/data/fetched.ts';
import { type Action, useAction } from '#web/data/use-action.ts';
import { useInstitutionTimeZone, useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { changeFileType, fileTypesQuery, type ShownDocument, removeDocument } from './documents-data.ts';
import styles from './documents.module.css';

export type UploadChange = 'relabeled' | 'removed';

interface ChangeUploadDialogProps {
  readonly item: ShownDocument;
  readonly until: string;
  readonly onClose: () => void;
  readonly onChanged: (change: UploadChange) => void;
}

export function ChangeUploadDialog({ item, until, onClose, onChanged }: ChangeUploadDialogProps) {
  const title = useLabel('documents.changeTitle', { file: item.name });
  const timeZone = useInstitutionTimeZone();
  const types = fetched(useQuery(fileTypesQuery));
  const known = types.state === 'ready' ? types.value : [];
  const typeNow = known.find(({ description }) => description === item.fileType)?.fileTypeId ?? '';
  const { control, setValue } = useForm({ values: { type: typeNow } });
  const type = useWatch({ control, name: 'type' });
  const relabeling = useAction(() => changeFileType(item.documentId, type), { onDone: () => onChanged('relabeled') });
  const removing = useAction(() => removeDocument(item.documentId), { onDone: () => onChanged('removed') });
  const busy = relabeling.busy || removing.busy;

  function change({ run }: Action<void>) {
    relabeling.clear();
    removing.clear();
    void run();
  }
  return (
    <Dialog
      width={500}
      title={title.label}
      titleHidden={title.labelHidden}
      locked={busy}
      onClose={() => {
        if (!busy) onClose();
      }}
      actions={
        <>
          <Button look="quiet" disabled={busy} onClick={onClose}>
            <ControlName of="documents.cancel" />
          </Button>
          <Button look="danger" busy={removing.busy} disabled={busy} onClick={() => change(removing)}>
            <ControlName of="documents.removeFile" />
          </Button>
          <Button
            busy={relabeling.busy}
            disabled={busy || type === '' || type === typeNow}
            onClick={() => change(relabeling)}
          >
            <ControlName of="documents.saveType" />
          </Button>
        </>
      }
    >
      <div className={styles.block}>
        {(relabeling.failure ?? removing.failure) && (
          <Alert tone="bad">
            <Text of="documents.changeError" />
          </Alert>
        )}
        <TypeField types={known} value={type} onChange={(chosen) => setValue('type', chosen)} />
        <p className={styles.hint}>
          <Text
            of="documents.changeUntil"
            with={{ time: formatInstantShort(Temporal.Instant.from(until), timeZone) }}
          />
        </p>
      </div>
    </Dialog>
  );
}

interface TypeFieldProps {
  readonly types: readonly FileType[];
  readonly value: string;
  readonly onChange: (fileTypeId: string) => void;
}

function TypeField({ types, value, onChange }: TypeFieldProps) {
  const { label, labelHidden } = useLabel('documents.fileType');
  const choose = useLabel('upload.chooseType');
  return (
    <SelectField
      label={label}
      labelHidden={labelHidden}
      placeholder={choose.label}
      options={types.map(({ fileTypeId: value, description: label }) => ({ value, label }))}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
