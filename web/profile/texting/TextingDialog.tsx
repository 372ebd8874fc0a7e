import { useId } from 'react';
import type { Contacts } from '#common/profile/profile.wire.ts';
import { formatPhone, type PhoneOnFile } from '#common/profile/rules/phones.ts';
import type { Subscription, SubscriptionFlag } from '#common/profile/rules/subscriptions.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Form } from '#web/kit/Form.tsx';
import { Text } from '#web/kit/Text.tsx';
import { TroubleReference } from '#web/kit/TroubleReference.tsx';
import { useTextingConsent } from './use-texting-consent.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { RetryDialog } from './RetryDialog.tsx';
import styles from './texting.module.css';
import { type Texting, useTexting } from './use-texting.ts';

interface TextingDialogProps {
  readonly phone: PhoneOnFile;
  /** As saved, for the phone list at the end of the save. */
  readonly contacts: Contacts;
  readonly onClose: () => void;
}

/** Text permissions of one phone, by brand (M 4). */
export function TextingDialog({ phone, contacts, onClose }: TextingDialogProps) {
  const title = useLabel('texting.title', { number: formatPhone(phone.number) });
  const consent = useTextingConsent();
  const texting = useTexting({ phone, contacts, consent, onDone: onClose });
  const formId = useId();
  const { stage } = texting;
  const busy = stage === 'saving';
  if (consent.dialog) return consent.dialog;
  if (stage === 'finishing') return <RetryDialog onCancel={texting.giveUp} onRetry={() => void texting.retry()} />;
  return (
    <Dialog
      width={500}
      title={title.label}
      titleHidden={title.labelHidden}
      locked={busy}
      onClose={() => {
        if (!busy) onClose();
      }}
      actions={<Actions texting={texting} formId={formId} onClose={onClose} />}
    >
      {texting.problem && (
        <FocusedAlert key={texting.problem.text}>
          <Text of={texting.problem.text} />
          <TroubleReference reference={texting.problem.reference} />
        </FocusedAlert>
      )}
      <Body texting={texting} formId={formId} />
    </Dialog>
  );
}

interface PartProps {
  readonly texting: Texting;
  readonly formId: string;
}

function Body({ texting, formId }: PartProps) {
  const loading = useLabel('texting.loading');
  const { stage, options } = texting;
  if (stage === 'opening') return <SpinnerView label={loading.label} size={35} />;
  if (stage === 'closed') return null;
  if (options.length === 0) {
    return (
      <p>
        <Text of="texting.none" />
      </p>
    );
  }
  return (
    <Form id={formId} className={styles.form} answersEnter onSubmit={texting.save}>
      <p>
        <Text of="texting.info" />
      </p>
      {options.map((option) => (
        <Brand key={option.brandingId} option={option} texting={texting} />
      ))}
    </Form>
  );
}

const flags: readonly { readonly flag: SubscriptionFlag; readonly text: TextKey }[] = [
  { flag: 'account', text: 'texting.account' },
  { flag: 'marketing', text: 'texting.marketing' },
];

function Brand({ option, texting }: { readonly option: Subscription; readonly texting: Texting }) {
  const text = useTexts();
  return (
    <fieldset className={styles.brand}>
      <legend>{option.brandingName}</legend>
      {flags.map(({ flag, text: key }) => (
        <Switch
          key={flag}
          label={text(key) ?? flag}
          checked={option[flag]}
          disabled={texting.stage === 'saving'}
          onChange={(on) => texting.set(option.brandingId, flag, on)}
        />
      ))}
    </fieldset>
  );
}

function Actions({ texting, formId, onClose }: PartProps & { readonly onClose: () => void }) {
  const { stage, changed } = texting;
  if (stage === 'closed' || stage === 'opening') {
    return (
      <Button look="quiet" onClick={onClose}>
        <ControlName of="texting.close" />
      </Button>
    );
  }
  const busy = stage === 'saving';
  return (
    <>
      <Button look="quiet" disabled={busy} onClick={onClose}>
        <ControlName of="texting.cancel" />
      </Button>
      <Button type="submit" form={formId} disabled={!changed} busy={busy}>
        <ControlName of={busy ? 'texting.saving' : 'texting.save'} />
      </Button>
    </>
  );
}
