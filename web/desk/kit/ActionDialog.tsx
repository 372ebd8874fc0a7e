import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Form } from '#web/kit/Form.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './ActionDialog.module.css';
import { TextAreaEntry } from './EntryFields.tsx';
import { findWordsProblem } from './find-words-problem.ts';
import { Problem } from './Problem.tsx';
import { type EntriesForm, useEntries } from './use-entries.ts';

export interface ActionDialogProps {
  readonly title: string;
  /** Describes the effect in one sentence. */
  readonly what: ReactNode;
  /** Who must approve, if anyone. */
  readonly approval?: string | undefined;
  /** The notice the customer gets, if any. */
  readonly told?: string | undefined;
  readonly confirmLabel: string;
  readonly dangerous?: boolean;
  /** Further fields, before the reason. If there may be none, pass one element or nothing: the reason then has the focus. */
  readonly children?: ReactNode;
  /** The form of these fields. */
  readonly form?: EntriesForm;
  /** Says why it can't be done although no single entry is wrong; shown once the button was pressed. */
  readonly obstacle?: string | undefined;
  /** Says why the entries, as its preview answered, can't be done; shown at once. */
  readonly refusal?: string | undefined;
  readonly initialReason?: string;
  readonly onClose: () => void;
  /** Does it; throwing keeps the dialog open with the problem. */
  readonly onConfirm: (reason: string) => Promise<unknown>;
}

/** The one form for every action of the desk. A reason is always required. */
export function ActionDialog(props: ActionDialogProps) {
  const {
    title,
    what,
    approval,
    told,
    confirmLabel,
    dangerous = false,
    children,
    obstacle,
    refusal,
    onClose,
    onConfirm,
  } = props;
  const reason = useEntries({ reason: props.initialReason ?? '' }, (entries) => ({
    reason: findWordsProblem(entries.reason, 'Give a reason'),
  }));
  const { isSubmitting: busy, isSubmitted } = reason.form.formState;
  const action = useMutation({ mutationFn: onConfirm, onSuccess: onClose });

  // Both forms are checked, so that all errors show at once.
  const checkFields = async () => !props.form || (await props.form.handleSubmit(() => true)()) === true;
  const confirm = reason.form.handleSubmit(async (entries) => {
    // The dialog shows why it failed.
    const send = () => action.mutateAsync(entries.reason.trim()).catch(() => undefined);
    if ((await checkFields()) && (refusal ?? obstacle) === undefined) await send();
  }, checkFields);
  const submit = async () => {
    action.reset();
    await confirm();
  };

  return (
    <Dialog width={500} title={title} onClose={onClose} closeLabel="Close" locked={busy}>
      <Form className={styles.form} onSubmit={submit}>
        <p>{what}</p>
        {children}
        {refusal !== undefined && (
          // Another element after the press, so that it is announced.
          <Alert key={String(isSubmitted)} tone={isSubmitted ? 'bad' : 'warn'}>
            {refusal}
          </Alert>
        )}
        <TextAreaEntry
          control={reason.control}
          entry="reason"
          label="Reason"
          hint="Kept in the audit log."
          rows={2}
          required
          first={!children}
        />
        {approval !== undefined && <p className={styles.note}>{approval}</p>}
        {told !== undefined && <p className={styles.note}>{told}</p>}
        {isSubmitted && refusal === undefined && obstacle !== undefined && <Alert tone="bad">{obstacle}</Alert>}
        {refusal === undefined && <Problem error={action.error} />}
        <div className={styles.buttons}>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look={dangerous ? 'danger' : 'primary'} busy={busy}>
            {confirmLabel}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
