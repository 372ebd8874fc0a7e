import { useState } from 'react';
import { useController } from 'react-hook-form';
import { countOf } from '#common/core/counts.ts';
import { MAX_RECIPIENTS } from '#common/desk/desk-lists.ts';
import { MAX_FILE_BYTES } from '#common/documents/rules/file-rules.ts';
import { type DeskAnswer, DeskError } from '#web/desk/data/desk-client.ts';
import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { TextAreaEntry } from '#web/desk/kit/EntryFields.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { FileChoice } from '#web/desk/kit/FileChoice.tsx';
import { toBase64 } from '#web/desk/kit/to-base64.ts';

const told = 'The customer gets an email that says only that there is a document.';

interface Chosen {
  readonly file: File | null;
}

/** Gives one customer a document. */
export function DeliverDialog(props: { readonly customerId: string; readonly onClose: () => void }) {
  const { customerId, onClose } = props;
  const deliver = useDeskAction('POST /api/desk/documents/deliver');
  const { form, control } = useEntries<Chosen>({ file: null }, ({ file }) => ({ file: fileProblem(file) }));
  const { field, fieldState } = useController({ control, name: 'file' });
  const file = field.value;
  return (
    <ActionDialog
      title="Deliver a document"
      what="The customer finds the file under Documents after signing in."
      told={told}
      confirmLabel="Deliver"
      form={form}
      onClose={onClose}
      onConfirm={async (reason) => {
        if (!file) return;
        await deliver.mutateAsync({ body: { customerId, fileName: file.name, content: await toBase64(file), reason } });
      }}
    >
      <FileChoice
        label="File"
        error={fieldState.error?.message}
        onFiles={([chosen]) => field.onChange(chosen ?? null)}
      />
    </ActionDialog>
  );
}

/** Gives each customer of a list the same document. */
export function DeliverToListDialog({ onClose }: { readonly onClose: () => void }) {
  const deliver = useDeskAction('POST /api/desk/documents/deliver-to-list');
  const { form, control, entries } = useEntries<Chosen & { readonly list: string }>(
    { file: null, list: '' },
    ({ file, list }) => ({ file: fileProblem(file), list: listProblem(numbersIn(list)) }),
  );
  const { field, fieldState } = useController({ control, name: 'file' });
  const file = field.value;
  const customerIds = numbersIn(entries.list);
  // Stays until another attempt is answered.
  const [missed, setMissed] = useState<DeskAnswer<'POST /api/desk/documents/deliver-to-list'>>();
  return (
    <ActionDialog
      title="Deliver to a list"
      what={`${countOf(customerIds.length, 'customer finds', 'customers find')} the same file under Documents.`}
      told="Each customer gets an email that says only that there is a document."
      confirmLabel="Deliver"
      form={form}
      onClose={onClose}
      onConfirm={async (reason) => {
        if (!file) return;
        const content = await toBase64(file);
        const answer = await deliver.mutateAsync({ body: { customerIds, fileName: file.name, content, reason } });
        setMissed(answer);
        const remaining = [...answer.unknown, ...answer.left];
        if (remaining.length === 0) return;
        // Keep only the remaining numbers, to be corrected and sent again: the others have the document.
        form.setValue('list', remaining.join('\n'));
        throw new DeskError(409, 'SomeUnknown');
      }}
    >
      <TextAreaEntry
        control={control}
        entry="list"
        label="Customer numbers"
        hint="One per line, or separated by commas."
        rows={4}
      />
      <FileChoice
        label="File"
        error={fieldState.error?.message}
        onFiles={([chosen]) => field.onChange(chosen ?? null)}
      />
      {missed && missed.unknown.length > 0 && (
        <Alert tone="warn">No customer has the number {missed.unknown.join(', ')}.</Alert>
      )}
      {missed && missed.left.length > 0 && (
        <Alert tone="warn">
          The file could not be delivered to {countOf(missed.left.length, 'customer')}. What is left is still in the
          list: try again.
        </Alert>
      )}
    </ActionDialog>
  );
}

function numbersIn(list: string): string[] {
  return [...new Set(list.split(/[\s,;]+/).filter((number) => number !== ''))];
}

function listProblem({ length }: readonly string[]): string | undefined {
  if (length === 0) return 'Enter at least one customer number.';
  return length > MAX_RECIPIENTS ? `At most ${MAX_RECIPIENTS} customers at a time.` : undefined;
}

function fileProblem(file: File | null): string | undefined {
  if (!file) return 'Choose a file.';
  return file.size > MAX_FILE_BYTES ? 'The file is larger than 10 MB.' : undefined;
}
