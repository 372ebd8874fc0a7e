import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import styles from './ActionDialog.module.css';
import { focusWhenOpened } from './focus-when-opened.ts';
import { problemOf } from './problem-words.ts';

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
  /** Returns what is wrong with the other fields. */
  readonly check?: (() => string | undefined) | undefined;
  readonly initialReason?: string;
  readonly onClose: () => void;
  /** Does it; throwing keeps the dialog open with the problem. */
  readonly onConfirm: (reason: string) => Promise<unknown>;
}

/** The one form for every action of the desk. A reason is always required. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, what, approval, told, confirmLabel, dangerous = false, children, check, onClose, onConfirm } = props;
  const [reason, setReason] = useState(props.initialReason ?? '');
  const [problem, setProblem] = useState<string>();
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const wrong = check?.();
    setMissing(reason.trim().length < 3);
    setProblem(wrong);
    if (wrong !== undefined || reason.trim().length < 3) return;
    setBusy(true);
    try {
      await onConfirm(reason.trim());
      onClose();
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };

  return (
    <Dialog width={500} title={title} onClose={onClose} closeLabel="Close" locked={busy}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <p>{what}</p>
        {children}
        <TextAreaField
          label="Reason"
          hint="Kept in the audit log."
          rows={2}
          required
          ref={children ? undefined : focusWhenOpened}
          value={reason}
          error={missing ? 'Give a reason.' : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        {approval !== undefined && <p className={styles.note}>{approval}</p>}
        {told !== undefined && <p className={styles.note}>{told}</p>}
        {problem !== undefined && <Alert tone="bad">{problem}</Alert>}
        <div className={styles.buttons}>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look={dangerous ? 'danger' : 'primary'} busy={busy}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
