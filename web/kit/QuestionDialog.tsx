import type { ReactNode } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useLabel } from '#web/institution/settings.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, type DialogWidth } from '#web/ui/Dialog.tsx';
import { ControlName } from './ControlName.tsx';

interface QuestionDialogProps {
  readonly width: DialogWidth;
  readonly title: TextKey;
  /** Such as a check or money (A 2.4). */
  readonly icon?: ReactNode;
  /** The words of the button that leaves everything as it is. */
  readonly no: TextKey;
  readonly yes: TextKey;
  /** `danger` for what takes something away. */
  readonly look?: 'primary' | 'danger';
  /** What was answered is being done: nothing may be taken back, and nothing sent twice. */
  readonly busy?: boolean;
  /** Yes cannot be said yet. */
  readonly disabled?: boolean;
  /** The words of a close button in the corner, which means no; without them there is none. */
  readonly close?: TextKey;
  /** Also when the dialog is closed by Escape. */
  readonly onNo: () => void;
  /** A function, or the id of the form in the dialog that yes submits. */
  readonly onYes: (() => void) | string;
  readonly children?: ReactNode;
}

/** A question with two answers, the decisive one last. */
export function QuestionDialog(props: QuestionDialogProps) {
  const { width, title, icon, no, yes, look = 'primary', busy = false, disabled, close, onNo, onYes, children } = props;
  const { label, labelHidden } = useLabel(title);
  const closeName = useLabel(close ?? title);
  const answer = typeof onYes === 'string' ? ({ type: 'submit', form: onYes } as const) : { onClick: onYes };
  return (
    <Dialog
      width={width}
      title={label}
      titleHidden={labelHidden}
      icon={icon}
      closeLabel={close && closeName.label}
      locked={busy}
      onClose={() => {
        if (!busy) onNo();
      }}
      actions={
        <>
          <Button look="quiet" disabled={busy} onClick={onNo}>
            <ControlName of={no} />
          </Button>
          <Button {...answer} look={look} busy={busy} disabled={disabled}>
            <ControlName of={yes} />
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
