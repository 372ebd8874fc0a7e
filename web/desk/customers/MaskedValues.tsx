import { useState } from 'react';
import { type MaskedValue, maskedValues } from '#common/desk/desk-lists.ts';
import { Button } from '#web/ui/Button.tsx';
import { deskCall } from '#web/desk/data/desk-client.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { useTransient } from '#web/kit/use-transient.ts';
import styles from './CustomerPage.module.css';

const SHOWN_MS = 20_000;

const words: Readonly<Record<MaskedValue, string>> = { emailAddress: 'Email', phone: 'Phone', address: 'Address' };

interface MaskedValuesProps {
  readonly customerId: string;
  readonly masked: Readonly<Record<MaskedValue, string>>;
  readonly may: boolean;
}

/** Contacts, masked. One press and a reason show one of them for 20 seconds. */
export function MaskedValues({ customerId, masked, may }: MaskedValuesProps) {
  const [asked, setAsked] = useState<MaskedValue>();
  const [shown, show] = useTransient<{ readonly value: MaskedValue; readonly text: string }>(SHOWN_MS);
  return (
    <dl className={styles.facts}>
      {maskedValues.map((value) => (
        <div key={value} className={styles.value}>
          <dt>{words[value]}</dt>
          <dd>
            {shown?.value === value ? (
              <output>
                <BreaksAtSign text={shown.text} />
              </output>
            ) : (
              <span>
                <BreaksAtSign text={masked[value] || 'None'} />
              </span>
            )}
            {may && masked[value] !== '' && shown?.value !== value && (
              <Button look="text" aria-label={`Show ${words[value].toLowerCase()}`} onClick={() => setAsked(value)}>
                Show
              </Button>
            )}
          </dd>
        </div>
      ))}
      {asked && (
        <ActionDialog
          title={`Show ${words[asked].toLowerCase()}`}
          what="It is shown for 20 seconds."
          confirmLabel="Show"
          onClose={() => setAsked(undefined)}
          onConfirm={async (reason) => {
            const body = { customerId, value: asked, reason };
            const { value: text } = await deskCall('POST /api/desk/customer/reveal', { body });
            show({ value: asked, text });
          }}
        />
      )}
    </dl>
  );
}

/** An address that is too long for its line breaks before the @, not inside a word. */
function BreaksAtSign({ text }: { readonly text: string }) {
  const at = text.lastIndexOf('@');
  if (at < 1) return text;
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}
