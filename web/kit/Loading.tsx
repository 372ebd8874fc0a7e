import { useLabel } from '#web/institution/settings.ts';
import { SpinnerView } from '#web/ui/Spinner.tsx';

export function Loading() {
  const { label } = useLabel('shell.loading');
  return <SpinnerView label={label} />;
}
