import { useState } from 'react';
import type { Agreement } from '#common/institution/institution.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useLabel, useOption, useTexts } from '#web/institution/settings.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './AgreementChoice.module.css';
import { ControlName } from './ControlName.tsx';
import { OpensInNewTab } from './OpensInNewTab.tsx';
import { RichText } from './RichText.tsx';
import type { AgreementChoices, AgreementState } from './use-agreement-choices.ts';

export interface AgreementWords {
  /** Asks the customer to open the terms first. */
  readonly clickFirst: TextKey;
  readonly mustAgree: TextKey;
}

interface AgreementChoiceProps {
  readonly agreement: Agreement;
  readonly words: AgreementWords;
  /** Disables the box until the terms were opened. */
  readonly openFirst: boolean;
  readonly choices: AgreementChoices;
  /** Called after a change. */
  readonly onChange?: () => void;
}

/** Terms with a box to check; shown in a dialog, its Okay is the only way to check the box. */
export function AgreementChoice(props: AgreementChoiceProps) {
  const { agreement, words, openFirst, choices, onChange } = props;
  const { isChecked } = choices;
  const state = choices.stateOf(agreement);
  const inDialog = useOption('agreementOptions.useRichTextAgreementsOption') && agreement.richText !== '';
  const { name } = agreement;
  const text = useTexts();
  const agree = useLabel('agreementsStep.agree', { document: name });
  const waits = openFirst && !state.opened;
  const change = (changed: AgreementState) => {
    choices.change(agreement, changed);
    onChange?.();
  };
  const missing = text(waits ? words.clickFirst : words.mustAgree, { document: name });
  return (
    <>
      <Checkbox
        {...agree}
        checked={state.agreed}
        disabled={inDialog || waits}
        hint={waits && !isChecked ? missing : undefined}
        error={isChecked && !state.agreed ? missing : undefined}
        onChange={({ currentTarget }) => change({ ...state, agreed: currentTarget.checked })}
      />
      <div className={styles.read}>
        {inDialog ? (
          <ReadInDialog agreement={agreement} onOkay={() => change({ opened: true, agreed: true })} />
        ) : (
          <ReadOnPage agreement={agreement} onOpen={() => change({ ...state, opened: true })} />
        )}
      </div>
    </>
  );
}

function ReadOnPage({ agreement, onOpen }: { readonly agreement: Agreement; readonly onOpen: () => void }) {
  return (
    <a href={agreement.url} target="_blank" rel="noopener noreferrer" onClick={onOpen}>
      <ControlName of="agreementsStep.read" with={{ document: agreement.name }} />
      <OpensInNewTab />
    </a>
  );
}

/** Terms in a dialog; Okay accepts them (A 2.4). */
function ReadInDialog({ agreement, onOkay }: { readonly agreement: Agreement; readonly onOkay: () => void }) {
  const [open, setOpen] = useState(false);
  const close = useLabel('agreementsStep.close');
  return (
    <>
      <Button look="text" onClick={() => setOpen(true)}>
        <ControlName of="agreementsStep.read" with={{ document: agreement.name }} />
      </Button>
      {open && (
        <Dialog
          width={500}
          title={agreement.name}
          closeLabel={close.label}
          onClose={() => setOpen(false)}
          actions={
            <Button
              onClick={() => {
                setOpen(false);
                onOkay();
              }}
            >
              <ControlName of="agreementsStep.okay" />
            </Button>
          }
        >
          <RichText html={agreement.richText} />
        </Dialog>
      )}
    </>
  );
}
