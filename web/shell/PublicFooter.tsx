import { useId, useState } from 'react';
import { useOption } from '#web/institution/settings.ts';
import { RichText } from '#web/kit/RichText.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Copyright } from './Copyright.tsx';
import { FooterImages } from './FooterImages.tsx';
import styles from './PublicLayout.module.css';

/** Copyright, images, and the collapsed disclosures (A 2.3). */
export function PublicFooter() {
  const disclosures = useOption('globalOptions.disclosuresText');
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <footer className={styles.footer}>
      <div className={styles.line}>
        <Copyright />
        <FooterImages />
        {disclosures !== '' && (
          <Button look="text" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            <ControlName of={open ? 'shell.hideDisclosures' : 'shell.showDisclosures'} />
          </Button>
        )}
      </div>
      {disclosures !== '' && (
        <div id={id} className={styles.disclosures} data-open={open}>
          <div>
            <div>
              <RichText html={disclosures} />
            </div>
          </div>
        </div>
      )}
    </footer>
  );
}
