import { useState } from 'react';
import type { Agreement } from '#common/institution/institution.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { RichText } from '#web/kit/RichText.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

interface RichTextTermsProps {
  readonly agreement: Agreement;
  readonly onAccept: () => void;
}

/** Terms in a dialog; accepting them counts as having read them (P 4). */
export function RichTextTerms({ agreement, onAccept }: RichTextTermsProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="text" onClick={() => setOpen(true)}>
        {agreement.name}
      </Button>
      {open && (
        <Dialog
          width={500}
          title={agreement.name}
          onClose={() => setOpen(false)}
          actions={
            <>
              <Button look="quiet" onClick={() => setOpen(false)}>
                <ControlName of="achTerms.cancel" />
              </Button>
              <Button
                onClick={() => {
                  setOpen(false);
                  onAccept();
                }}
              >
                <ControlName of="achTerms.accept" />
              </Button>
            </>
          }
        >
          <RichText html={agreement.richText} />
        </Dialog>
      )}
    </>
  );
}
