import { useLabel } from '#web/institution/settings.ts';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { OnItsWay } from './OnItsWay.tsx';

export function Loading() {
  const { label } = useLabel('shell.loading');
  return (
    <OnItsWay>
      <SpinnerView label={label} />
    </OnItsWay>
  );
}
