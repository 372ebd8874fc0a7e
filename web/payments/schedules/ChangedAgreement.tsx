import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { draftAgreementAddress } from '#web/payments/draft-agreements-data.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { openInNewTab } from '#web/kit/open-in-new-tab.ts';
import { Text } from '#web/kit/Text.tsx';

interface ChangedAgreementProps {
  /** Null while the terms are incomplete. */
  readonly prepare: (() => Promise<string | null>) | null;
  readonly opened: boolean;
  /** The customer tried to save without it. */
  readonly missing: boolean;
  readonly onOpened: (token: string) => void;
}

/** The agreement on a recurring bank draft's changed terms, to be opened before saving. */
export function ChangedAgreement({ prepare, opened, missing, onOpened }: ChangedAgreementProps) {
  const [failed, setFailed] = useState(false);

  async function open() {
    if (!prepare) return;
    let token: string | null = null;
    const wasOpened = await openInNewTab(async () => {
      token = await prepare();
      return token === null ? null : draftAgreementAddress(token);
    });
    setFailed(!wasOpened);
    if (wasOpened && token !== null) onOpened(token);
  }
  return (
    <div>
      <p>
        <Text of="recurringEdit.agreement" />
      </p>
      <Button look="text" disabled={!prepare} onClick={() => void open()}>
        <ControlName of="draftDialog.preview" />
        <ExternalLink size={18} aria-hidden="true" />
        <VisuallyHidden>
          <ControlName of="shell.opensInNewTab" />
        </VisuallyHidden>
      </Button>
      {failed && (
        <Alert tone="bad">
          <Text of="draftDialog.failed" />
        </Alert>
      )}
      {missing && !opened && !failed && prepare && (
        <Alert tone="bad">
          <Text of="recurringEdit.openAgreement" />
        </Alert>
      )}
    </div>
  );
}
