import type { ReactNode } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useLabel } from '#web/institution/settings.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ControlName } from './ControlName.tsx';
import { OpensInNewTab } from './OpensInNewTab.tsx';

interface OutsideLinkDialogProps {
  readonly width: 400 | 500;
  readonly title: TextKey;
  readonly cancel: TextKey;
  readonly open: TextKey;
  readonly address: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function OutsideLinkDialog({ width, title, cancel, open, address, onClose, children }: OutsideLinkDialogProps) {
  const heading = useLabel(title);
  return (
    <Dialog
      width={width}
      title={heading.label}
      titleHidden={heading.labelHidden}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            <ControlName of={cancel} />
          </Button>
          <a
            className={buttonClass('primary')}
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            onClick={onClose}
          >
            <ControlName of={open} />
            <OpensInNewTab />
          </a>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}
