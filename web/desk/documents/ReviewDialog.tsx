import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { findWordsProblem } from '#web/desk/kit/find-words-problem.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { TextAreaEntry } from '#web/desk/kit/EntryFields.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import type { Document } from './document.ts';

interface DialogProps {
  readonly document: Document;
  readonly onClose: () => void;
}

/** Accepts an upload, or declines it with words for the customer. */
export function ReviewDialog(props: DialogProps & { readonly outcome: 'accepted' | 'declined' }) {
  const { document, outcome, onClose } = props;
  const { customerId, documentId, name } = document;
  const review = useDeskAction('POST /api/desk/uploads/review');
  const declines = outcome === 'declined';
  const { form, control, entries } = useEntries({ words: '' }, ({ words }) => ({
    words: declines ? findWordsProblem(words, 'Tell the customer why') : undefined,
  }));
  const wordsField = (
    <TextAreaEntry control={control} entry="words" first label="What the customer reads" rows={3} maxLength={1_000} />
  );
  return (
    <ActionDialog
      title={declines ? 'Decline' : 'Accept'}
      what={
        declines
          ? `“${name}” stays with the customer's documents. The customer gets your words by email.`
          : `“${name}” needs no further look.`
      }
      told={declines ? undefined : 'The customer is told by email that it was accepted.'}
      confirmLabel={declines ? 'Decline' : 'Accept'}
      form={form}
      onClose={onClose}
      onConfirm={(reason) =>
        review.mutateAsync({ body: { customerId, documentId, outcome, words: entries.words.trim(), reason } })
      }
    >
      {declines ? wordsField : undefined}
    </ActionDialog>
  );
}

/** Takes back a document of the institution. */
export function WithdrawDialog({ document: { customerId, documentId, name }, onClose }: DialogProps) {
  const withdraw = useDeskAction('POST /api/desk/documents/withdraw');
  return (
    <ActionDialog
      title="Withdraw"
      what={`The customer no longer sees “${name}”, and its file is deleted.`}
      told="The customer is not told."
      confirmLabel="Withdraw"
      dangerous
      onClose={onClose}
      onConfirm={(reason) => withdraw.mutateAsync({ body: { customerId, documentId, reason } })}
    />
  );
}
