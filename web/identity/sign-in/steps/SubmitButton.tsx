import { ControlName } from '#web/kit/ControlName.tsx';
import { Button } from '#web/ui/Button.tsx';

export function SubmitButton({ busy }: { readonly busy: boolean }) {
  return (
    <Button type="submit" wide busy={busy}>
      <ControlName of={busy ? 'signInSteps.working' : 'signInSteps.continue'} />
    </Button>
  );
}
