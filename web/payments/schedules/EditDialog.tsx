import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import type { CallResult } from '#web/data/client.ts';
import type { Fetched } from '#web/data/fetched.ts';
import { useAction } from '#web/data/use-action.ts';
import { useLabel } from '#web/institution/settings.ts';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Form } from '#web/kit/Form.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import styles from './planned-payments.module.css';
import { problemBeforePaying } from '#web/payments/review/submission-problem.ts';
import { isOutdated, type PreviewAnswer } from './planned-payments-data.ts';
import type { EditFacts } from './use-edit.ts';

/** Null while entries are missing. */
type Change = (() => Promise<CallResult<unknown>>) | null;

export interface EditForm {
  readonly formId: string;
  readonly send: (change: Change) => Promise<void>;
  /** Learns from a preview that the payment was changed elsewhere, so it can't be saved anymore. */
  readonly noting: (preview: Promise<PreviewAnswer>) => Promise<PreviewAnswer>;
}

interface EditDialogProps {
  readonly title: 'scheduledEdit.title' | 'recurringEdit.title';
  readonly facts: Fetched<EditFacts>;
  readonly onClose: (outcome: 'changed' | 'cancelled') => void;
  readonly children: (facts: EditFacts, form: EditForm) => ReactNode;
}

/** A dialog that changes a scheduled or recurring payment in one call. */
export function EditDialog({ title, facts, onClose, children }: EditDialogProps) {
  const formId = useId();
  const loading = useLabel('plannedPayments.busy');
  const saving = useAction((change: () => Promise<CallResult<unknown>>) => change(), {
    onDone: () => onClose('changed'),
  });
  const [outdated, setOutdated] = useState(false);
  const problem = saving.failure && problemBeforePaying(saving.failure);

  async function send(change: Change) {
    if (change) await saving.run(change);
    else saving.clear();
  }
  async function noting(preview: Promise<PreviewAnswer>) {
    const answer = await preview;
    if (answer.kind !== 'answer' && isOutdated(answer)) setOutdated(true);
    return answer;
  }
  return (
    <QuestionDialog
      width={500}
      title={title}
      no="plannedPayments.cancel"
      yes="plannedPayments.save"
      busy={saving.busy}
      disabled={facts.state !== 'ready' || outdated || isOutdated(saving.failure)}
      close="plannedPayments.close"
      onNo={() => onClose('cancelled')}
      onYes={formId}
    >
      {facts.state === 'loading' && <SpinnerView label={loading.label} size={50} />}
      {facts.state === 'failed' && (
        <SectionProblem of="plannedPayments.loadError" busy={facts.busy} onTryAgain={facts.tryAgain} />
      )}
      {facts.state === 'ready' && children(facts.value, { formId, send, noting })}
      {problem && (
        <FocusedAlert>
          {problem.message.kind === 'text' ? <Text of={problem.message.key} /> : problem.message.words}
        </FocusedAlert>
      )}
    </QuestionDialog>
  );
}

interface EditFormFrameProps {
  readonly form: EditForm;
  /** The fields' own form, which remembers that the customer tried to save. */
  readonly handleSubmit: (send: () => Promise<void>) => (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
  readonly change: Change;
  readonly children: ReactNode;
}

/** Sends the change; without one, the fields show what is missing. */
export function EditFormFrame({ form, handleSubmit, change, children }: EditFormFrameProps) {
  return (
    <Form id={form.formId} className={styles.form} onSubmit={handleSubmit(() => form.send(change))}>
      {children}
    </Form>
  );
}
