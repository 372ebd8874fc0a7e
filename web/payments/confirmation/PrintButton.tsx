import { Printer } from 'lucide-react';
import { useMobileApp } from '#web/data/device.ts';
import { useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { printPage } from '#web/kit/print-page.ts';
import { Button } from '#web/ui/Button.tsx';

/** The mobile app can't print. */
export function PrintButton() {
  const hidden = useOption('paymentConfirmOptions.hidePrintButton');
  const inApp = useMobileApp();
  if (hidden || inApp) return null;
  return (
    <Button look="quiet" onClick={printPage}>
      <Printer size={18} aria-hidden="true" />
      <ControlName of="confirm.print" />
    </Button>
  );
}
