import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { type DocumentPlace, documentsQuery, type ShownDocument } from './documents-data.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { RichText } from '#web/kit/RichText.tsx';
import { OnItsWay } from '#web/kit/OnItsWay.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { ChangeUploadDialog, type UploadChange } from './ChangeUploadDialog.tsx';
import { DocumentRows } from './DocumentRows.tsx';
import styles from './documents.module.css';
import { UploadArea } from './UploadArea.tsx';

/** The size for documents (M 9). */
const SPINNER_SIZE = 35;

export interface DocumentsProps {
  readonly place: DocumentPlace;
  /** One level below the surrounding heading. */
  readonly headingAs?: 'h2' | 'h3';
  /** Reports whether files are chosen or uploading. */
  readonly onFiles?: ((holdsFiles: boolean) => void) | undefined;
}

/**
 * The documents of one place (M 2): heading, disclaimer, list and upload area. Set the place as `key` if it can change.
 */
export function Documents({ place, headingAs: Heading = 'h3', onFiles }: DocumentsProps) {
  const heading = useOption('documentOptions.heading');
  const disclaimer = useOption('documentOptions.disclaimer');
  const allowUpload = useOption('documentOptions.allowUpload');
  const query = useQuery(documentsQuery(place));
  return (
    <div className={styles.block}>
      {heading !== '' && <Heading>{heading}</Heading>}
      <RichText html={disclaimer} />
      <List
        documents={query.data}
        failed={query.isError}
        busy={query.isFetching}
        onRefresh={() => void query.refetch()}
      />
      {allowUpload && <UploadArea place={place} onSent={() => void query.refetch()} onFiles={onFiles} />}
    </div>
  );
}

interface ListProps {
  readonly documents: readonly ShownDocument[] | undefined;
  readonly failed: boolean;
  readonly busy: boolean;
  readonly onRefresh: () => void;
}

/** Loading, then list, empty or error; a failed refresh keeps the list (M 4, C-116). */
function List({ documents, failed, busy, onRefresh }: ListProps) {
  const loading = useLabel('documents.loading');
  if (!documents) {
    if (failed) return <SectionProblem of="documents.loadError" busy={busy} onTryAgain={onRefresh} />;
    return (
      <OnItsWay>
        <SpinnerView label={loading.label} size={SPINNER_SIZE} />
      </OnItsWay>
    );
  }
  return (
    <>
      {failed && <SectionProblem of="documents.refreshError" busy={busy} onTryAgain={onRefresh} />}
      <ChangeableRows documents={documents} onRefresh={onRefresh} />
      <div className={styles.refresh}>
        <Button look="text" busy={busy} onClick={onRefresh}>
          {!busy && <RotateCw size={18} aria-hidden="true" />}
          <ControlName of="documents.refresh" />
        </Button>
      </div>
    </>
  );
}

interface Changed {
  readonly change: UploadChange;
  readonly item: ShownDocument;
}

/** The rows, with a dialog to change or remove an upload. */
function ChangeableRows({
  documents,
  onRefresh,
}: Pick<ListProps, 'onRefresh'> & { readonly documents: readonly ShownDocument[] }) {
  const [changing, setChanging] = useState<ShownDocument>();
  const [changed, setChanged] = useState<Changed>();

  function tell(item: ShownDocument, change: UploadChange) {
    setChanging(undefined);
    setChanged({ item, change });
    onRefresh();
  }
  return (
    <>
      {changed && !changing && (
        <FocusedAlert tone="ok">
          <Text of={`documents.${changed.change}`} with={{ file: changed.item.name }} />
        </FocusedAlert>
      )}
      {documents.length === 0 ? <Empty /> : <DocumentRows documents={documents} onChange={setChanging} />}
      {changing?.changeableUntil != null && (
        <ChangeUploadDialog
          item={changing}
          until={changing.changeableUntil}
          onClose={() => setChanging(undefined)}
          onChanged={(change) => tell(changing, change)}
        />
      )}
    </>
  );
}

function Empty() {
  return (
    <div>
      <p>
        <Text of="documents.empty" />
      </p>
      <p className={styles.hint}>
        <Text of="documents.emptyHint" />
      </p>
    </div>
  );
}
