import { useState } from 'react';
import { MAX_RECIPIENTS } from '#common/desk/desk-lists.ts';
import { acceptedEndings, MAX_FILE_BYTES } from '#common/documents/rules/file-rules.ts';
import { DeskError } from '#web/desk/data/desk-client.ts';
import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import styles from './CustomerDocuments.module.css';
import { toBase64 } from './document.ts';

const told = 'The customer gets an email that says only that there is a document.';

/** Gives one customer a document. */
export function DeliverDialog(props: { readonly customerId: string; readonly onClose: () => void }) {
  const { customerId, onClose } = props;
  const deliver = useDeskAction('POST /api/desk/documents/deliver');
  const [file, setFile] = useState<File>();
  return (
    <ActionDialog
      title="Deliver a document"
      what="The customer finds the file under Documents after signing in."
      told={told}
      confirmLabel="Deliver"
      check={() => fileProblem(file)}
      onClose={onClose}
      onConfirm={async (reason) => {
        if (!file) return;
        await deliver.mutateAsync({ body: { customerId, fileName: file.name, content: await toBase64(file), reason } });
      }}
    >
      <FileChoice onFile={setFile} />
    </ActionDialog>
  );
}

/** Gives each customer of a list the same document. */
export function DeliverToListDialog({ onClose }: { readonly onClose: () => void }) {
  const deliver = useDeskAction('POST /api/desk/documents/deliver-to-list');
  const [file, setFile] = useState<File>();
  const [list, setList] = useState('');
  const [missed, setMissed] = useState<{ readonly unknown: readonly string[]; readonly left: readonly string[] }>();
  const customerIds = [...new Set(list.split(/[\s,;]+/).filter((number) => number !== ''))];
  const check = () => {
    if (customerIds.length === 0) return 'Enter at least one customer number.';
    if (customerIds.length > MAX_RECIPIENTS) return `At most ${MAX_RECIPIENTS} customers at a time.`;
    return fileProblem(file);
  };
  return (
    <ActionDialog
      title="Deliver to a list"
      what={`Each of ${customerIds.length} customers finds the same file under Documents.`}
      told="Each customer gets an email that says only that there is a document."
      confirmLabel="Deliver"
      check={check}
      onClose={onClose}
      onConfirm={async (reason) => {
        if (!file) return;
        const content = await toBase64(file);
        const answer = await deliver.mutateAsync({ body: { customerIds, fileName: file.name, content, reason } });
        const remaining = [...answer.unknown, ...answer.left];
        if (remaining.length === 0) return;
        setMissed(answer);
        // Keep only the remaining numbers, to be corrected and sent again: the others have the document.
        setList(remaining.join('\n'));
        throw new DeskError(409, 'SomeUnknown');
      }}
    >
      <TextAreaField
        label="Customer numbers"
        hint="One per line, or separated by commas."
        rows={4}
        value={list}
        onChange={(event) => setList(event.target.value)}
      />
      <FileChoice onFile={setFile} />
      {missed && missed.unknown.length > 0 && (
        <Alert tone="warn">No customer has the number {missed.unknown.join(', ')}.</Alert>
      )}
      {missed && missed.left.length > 0 && (
        <Alert tone="warn">
          The file could not be delivered to {missed.left.length} customers. They are still in the list: try again.
        </Alert>
      )}
    </ActionDialog>
  );
}

function FileChoice({ onFile }: { readonly onFile: (file: File | undefined) => void }) {
  return (
    <label className={styles.file}>
      <span>File</span>
      <input type="file" accept={acceptedEndings.join(',')} onChange={(event) => onFile(event.target.files?.[0])} />
    </label>
  );
}

function fileProblem(file: File | undefined): string | undefined {
  if (!file) return 'Choose a file.';
  return file.size > MAX_FILE_BYTES ? 'The file is larger than 10 MB.' : undefined;
}
