import { Check } from 'lucide-react';
import { useState } from 'react';
import type { StatementFormat } from '#common/accounts/statements.api.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useAgreements } from '#web/institution/agreements.ts';
import { type Failure, useAction } from '#web/data/use-action.ts';
import { useSession } from '#web/data/session.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Text } from '#web/kit/Text.tsx';
import { SAVED_MS, useTransient } from '#web/kit/use-transient.ts';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { saveStatementFormat } from './statement-list-data.ts';
import styles from './statements.module.css';
import { TermsDialog } from './TermsDialog.tsx';
import { emailNeeded, toggleShown } from './toggle-rules.ts';
import { WithdrawalDialog } from './WithdrawalDialog.tsx';

type Asking = 'terms' | 'confirm' | 'withdrawal' | null;

/** Codes with their own text; others are shown as received (M 8). */
const problemTexts: Readonly<Record<string, TextKey>> = {
  NoEmail: 'eStatements.noEmail',
  AccountClosed: 'eStatements.closed',
};

interface StatementFormatChoiceProps {
  readonly accountNumber: string;
  readonly isElectronic: boolean;
  readonly needed: readonly number[];
}

/** Electronic or paper, with consent or withdrawal as required (M 4, C-002, C-120). */
export function StatementFormatChoice({ accountNumber, isElectronic, needed }: StatementFormatChoiceProps) {
  const toggle = useLabel('eStatements.toggle');
  const alwaysShow = useOption('estatementOptions.alwaysShowToggle');
  const paperEnabled = useOption('estatementOptions.enablePaperStatements');
  const confirmFirst = useOption('estatementOptions.useConfirmDialog');
  const hasEmailAddress = useSession()?.hasEmailAddress === true;
  const terms = useAgreements().filter(({ hostNumber }) => needed.includes(hostNumber));
  const [changed, setChanged] = useState(false);
  const [saved, showSaved] = useTransient<true>(SAVED_MS);
  const { busy, failure, run } = useAction(
    (format: StatementFormat) => saveStatementFormat(accountNumber, format, format === 'ElectronicOnly' ? needed : []),
    {
      onDone() {
        setChanged(true);
        showSaved(true);
      },
    },
  );
  const [asking, setAsking] = useState<Asking>(null);
  const shown = toggleShown({
    closed: false,
    isElectronic,
    agreementNeeded: needed.length > 0,
    hasEmailAddress,
    alwaysShow,
    paperEnabled,
    changePending: changed || busy,
  });
  const noEmail = emailNeeded({ closed: false, isElectronic, hasEmailAddress });

  async function turn(on: boolean) {
    setAsking(null);
    await run(on ? 'ElectronicOnly' : 'PaperOnly');
  }

  function turnOnOrAsk() {
    if (confirmFirst) setAsking('confirm');
    else void turn(true);
  }
  return (
    <div className={styles.choice}>
      {noEmail && <EmailRequest />}
      {shown === 'agreement' && <AgreementOffer disabled={noEmail} busy={busy} onOpen={() => setAsking('terms')} />}
      {shown === 'switch' && (
        <Switch
          label={toggle.label}
          labelHidden={toggle.labelHidden}
          checked={isElectronic}
          disabled={busy || noEmail}
          onChange={(on) => (on ? turnOnOrAsk() : setAsking('withdrawal'))}
        />
      )}
      <SaveOutcome saved={saved === true} failure={failure} />
      {asking === 'terms' && <TermsDialog terms={terms} onCancel={() => setAsking(null)} onAgree={turnOnOrAsk} />}
      {asking === 'confirm' && <ConfirmDialog onCancel={() => setAsking(null)} onConfirm={() => void turn(true)} />}
      {asking === 'withdrawal' && (
        <WithdrawalDialog onCancel={() => setAsking(null)} onAcknowledge={() => void turn(false)} />
      )}
    </div>
  );
}

/** Replaces the switch while terms are needed: accepting them also turns e-statements on. */
function AgreementOffer(props: { readonly disabled: boolean; readonly busy: boolean; readonly onOpen: () => void }) {
  const { disabled, busy, onOpen } = props;
  return (
    <>
      <p>
        <Text of="eStatements.agreeInfo" />
      </p>
      <div>
        <Button look="quiet" disabled={disabled} busy={busy} onClick={onOpen}>
          <ControlName of="eStatements.agree" />
        </Button>
      </div>
    </>
  );
}

function EmailRequest() {
  const link = (
    <ScreenLink to={paths.profile}>
      <Text of="eStatements.emailLink" />
    </ScreenLink>
  );
  return (
    <Alert tone="warn">
      <Text of="eStatements.emailNeeded" with={{ link }} />
    </Alert>
  );
}

/** Shows the server's own errors, if any. */
function SaveOutcome({ saved, failure }: { readonly saved: boolean; readonly failure: Failure | null }) {
  const codes = failure?.kind === 'refused' ? failure.codes : [];
  return (
    <>
      <output className={styles.saved}>
        {saved && (
          <>
            <Check size={18} aria-hidden="true" /> <Text of="eStatements.saved" />
          </>
        )}
      </output>
      {failure && (
        <Alert tone="bad">
          {codes.length === 0 ? (
            <Text of="eStatements.saveError" />
          ) : (
            codes.map((code) => <Problem key={code} code={code} />)
          )}
        </Alert>
      )}
    </>
  );
}

function Problem({ code }: { readonly code: string }) {
  const known = problemTexts[code];
  return <p>{known ? <Text of={known} /> : code}</p>;
}
