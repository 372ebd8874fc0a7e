import type { ReactNode } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useLabel } from '#web/institution/settings.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, type DialogWidth } from '#web/ui/Dialog.tsx';
import { ControlName } from './ControlName.tsx';

interface QuestionDialogProps {
  readonly width: DialogWidth;
  readonly title: TextKey;
  /** For example a check mark or money (A 2.4). */
  readonly icon?: ReactNode;
  /** The button that changes nothing. */
  readonly no: TextKey;
  readonly yes: TextKey;
  /** `danger` for destructive actions. */
  readonly look?: 'primary' | 'danger';
  /** The action is running; both buttons are disabled. */
  readonly busy?: boolean;
  /** Yes is not available yet. */
  readonly disabled?: boolean;
  /** Adds a close button in the corner that means no. */
  readonly close?: TextKey;
  /** Also called on Escape. */
  readonly onNo: () => void;
  /** A function, or the id of a form in the dialog to submit. */
  readonly onYes: (() => void) | string;
  readonly children?: ReactNode;
}

/** A question with two buttons, the confirming one last. */
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
