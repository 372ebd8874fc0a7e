import { useState } from 'react';
import { useMobile } from '#web/data/device.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { RichText } from '#web/kit/RichText.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

/** The institution's announcement before sign-in; on every load, or on mobile only (A 2.5). */
export function Announcement() {
  const html = useOption('loginOptions.announcementText');
  const mode = useOption('loginOptions.announcementMode');
  const mobile = useMobile();
  const title = useLabel('login.announcementTitle');
  const [open, setOpen] = useState(true);
  if (!open || html === '' || (mode === 'mobileOnly' && !mobile)) return null;
  const close = () => setOpen(false);
  return (
    <Dialog
      width={300}
      title={title.label}
      titleHidden={title.labelHidden}
      onClose={close}
      actions={
        <Button onClick={close}>
          <ControlName of="login.announcementClose" />
        </Button>
      }
    >
      <RichText html={html} />
    </Dialog>
  );
}
