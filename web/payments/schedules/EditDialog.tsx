import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { SavedMethod } from '#common/payments/rules/payment-types.ts';
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
import { lazily } from '#web/kit/lazily.tsx';
import { problemBeforePaying } from '#web/payments/review/explain-problem.ts';
import { isOutdated, type PreviewAnswer } from './planned-payment-changes.ts';
import type { EditFacts } from './use-edit.ts';

const AchTermsGate = lazily(async () => (await import('#web/payments/new-method/AchTermsGate.tsx')).AchTermsGate);

/** Null while entries are missing. */
type Change = (() => Promise<CallResult<unknown>>) | null;

export interface EditForm {
  readonly formId: string;
  /** @param method the new one; null while it stays */
  readonly send: (change: Change, method: SavedMethod | null) => Promise<void>;
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
  const [stopped, setStopped] = useState<TextKey | null>(null);
  /** A change that waits for the terms for bank payments. */
  const [waiting, setWaiting] = useState<{ readonly change: Change } | null>(null);
  const failure = stopped === null ? saving.failure : ({ kind: 'stopped', text: stopped } as const);
  const problem = failure && problemBeforePaying(failure);

  async function send(change: Change, method: SavedMethod | null) {
    setStopped(null);
    if (!change) saving.clear();
    // A bank account that stays is drawn under the terms it was set up under.
    else if (method?.type === 'ACH') setWaiting({ change });
    else await saving.run(change);
  }
  function agree() {
    setWaiting(null);
    if (waiting?.change) void saving.run(waiting.change);
  }
  function stop(text: TextKey) {
    setWaiting(null);
    setStopped(text);
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
      busy={saving.busy || waiting !== null}
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
      {waiting && <AchTermsGate onAgreed={agree} onStopped={stop} />}
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
  readonly method: SavedMethod | null;
  readonly children: ReactNode;
}

/** Sends the change; without one, the fields show what is missing. */
export function EditFormFrame({ form, handleSubmit, change, method, children }: EditFormFrameProps) {
  return (
    <Form id={form.formId} className={styles.form} onSubmit={handleSubmit(() => form.send(change, method))}>
      {children}
    </Form>
  );
}
