import { Pencil } from 'lucide-react';
import { useOpening } from '#web/kit/use-opening.ts';
import { formatInstantShort } from '#common/core/dates.ts';
import { isShown } from '#common/documents/rules/file-rules.ts';
import { documentAddress, type ShownDocument } from './documents-data.ts';
import { useInstitutionTimeZone, useLabel, useOption } from '#web/institution/settings.ts';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import styles from './documents.module.css';
import { openDocument } from './open-document.ts';
import { OpensInNewTab } from '#web/kit/OpensInNewTab.tsx';

interface DocumentRowsProps {
  readonly documents: readonly ShownDocument[];
  readonly onChange: (item: ShownDocument) => void;
}

/** Documents to open in a new tab; Word documents are downloaded. */
export function DocumentRows({ documents, onChange }: DocumentRowsProps) {
  const label = useLabel('documents.heading');
  const savesAll = useOption('documentOptions.saveInsteadOfShow');
  const allowsUpload = useOption('documentOptions.allowUpload');
  const opening = useOpening<string>();
  const view = (item: ShownDocument) =>
    opening.run(item.documentId, () => openDocument({ ...item, savesAll }, () => documentAddress(item)));
  return (
    <div className={styles.rows}>
      {opening.failed && (
        <Alert tone="bad">
          <Text of="documents.viewError" />
        </Alert>
      )}
      <ul aria-label={label.label}>
        {documents.map((item) => (
          <li key={item.documentId} className={styles.document}>
            <img src={item.iconUrl} alt={item.format} width={28} height={34} />
            <div className={styles.name}>
              <Button look="name" busy={opening.item === item.documentId} onClick={() => void view(item)}>
                <span>
                  {item.name}
                  {isShown(item.format, savesAll) && <OpensInNewTab />}
                </span>
              </Button>
              {item.isNew && (
                <Chip tone="ok">
                  <Text of="documents.new" />
                </Chip>
              )}
            </div>
            <div className={styles.facts}>
              {item.fileType !== '' && <span>{item.fileType}</span>}
              <UploadTime at={item.uploadedAt} />
            </div>
            {allowsUpload && item.changeableUntil !== null && <ChangeButton item={item} onChange={onChange} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function ChangeButton({ item, onChange }: { readonly item: ShownDocument } & Pick<DocumentRowsProps, 'onChange'>) {
  const { label } = useLabel('documents.change', { file: item.name });
  return <IconButton label={label} icon={<Pencil size={18} aria-hidden="true" />} onClick={() => onChange(item)} />;
}

function UploadTime({ at }: { readonly at: string }) {
  const timeZone = useInstitutionTimeZone();
  return <time dateTime={at}>{formatInstantShort(Temporal.Instant.from(at), timeZone)}</time>;
}
