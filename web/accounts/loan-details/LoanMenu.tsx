import { EyeOff, FilePen, FolderOpen, Printer, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useMobileApp } from '#web/data/device.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { printPage } from '#web/kit/print-page.ts';
import { paths } from '#web/paths.ts';
import { ActionMenu, menuItemClass } from '#web/ui/ActionMenu.tsx';
import { lazily } from '#web/kit/lazily.tsx';

const InsuranceDialog = lazily(async () => (await import('./InsuranceDialog.tsx')).InsuranceDialog);

const HideAccountDialog = lazily(async () => (await import('./HideAccountDialog.tsx')).HideAccountDialog);

interface LoanMenuProps {
  readonly accountNumber: string;
  /** The key of the form for customers who have trouble paying; empty for none. */
  readonly help: string;
  readonly hasEStatements: boolean;
}

/** Everything that can be done with a loan besides paying it, the last of it in red. */
export function LoanMenu({ accountNumber, help, hasEStatements }: LoanMenuProps) {
  const { label } = useLabel('loanDetails.moreActions');
  const [doing, setDoing] = useState<'insurance' | 'hide' | null>(null);
  const offers = useOffered();
  const close = () => setDoing(null);
  if (help === '' && !Object.values(offers).includes(true)) return null;
  return (
    <>
      <ActionMenu label={label}>
        {offers.print && (
          <button type="button" className={menuItemClass} onClick={printPage}>
            <Printer size={20} aria-hidden="true" />
            <ControlName of="loanDetails.print" />
          </button>
        )}
        {offers.documentCenter && (
          <ScreenLink to={paths.documentCenter} className={menuItemClass}>
            <FolderOpen size={20} aria-hidden="true" />
            <ControlName of="loanDetails.documentCenter" />
          </ScreenLink>
        )}
        {offers.insurance && (
          <button type="button" className={menuItemClass} onClick={() => setDoing('insurance')}>
            <ShieldCheck size={20} aria-hidden="true" />
            <ControlName of="loanDetails.insurance" />
          </button>
        )}
        {offers.requestChange && (
          <ScreenLink to={paths.requestChange} className={menuItemClass}>
            <FilePen size={20} aria-hidden="true" />
            <ControlName of="loanDetails.requestChange" />
          </ScreenLink>
        )}
        {help !== '' && (
          <ScreenLink to={`${paths.requests}/${help}/${accountNumber}`} className={menuItemClass}>
            <FilePen size={20} aria-hidden="true" />
            <ControlName of="requests.troublePaying" />
          </ScreenLink>
        )}
        {offers.hide && (
          <button type="button" className={menuItemClass} data-tone="bad" onClick={() => setDoing('hide')}>
            <EyeOff size={20} aria-hidden="true" />
            <ControlName of="loanDetails.hide" />
          </button>
        )}
      </ActionMenu>
      {doing === 'insurance' && <InsuranceDialog accountNumber={accountNumber} onClose={close} />}
      {doing === 'hide' && (
        <HideAccountDialog accountNumber={accountNumber} hasEStatements={hasEStatements} onClose={close} />
      )}
    </>
  );
}

function useOffered() {
  const usesDocumentCenter = useOption('globalOptions.useDocumentCenterOption');
  const hidesDocumentCenter = useOption('loanDetailsOptions.hideDocumentCenterLink');
  const hidesHideButton = useOption('loanDetailsOptions.hideHideAccount');
  const inApp = useMobileApp();
  return {
    // The mobile app cannot print.
    print: !inApp,
    documentCenter: usesDocumentCenter && !hidesDocumentCenter,
    insurance: useOption('globalOptions.useInsuranceOption'),
    requestChange: useOption('globalOptions.forceManualContactInfoChangesOption'),
    hide: !hidesHideButton,
  };
}
