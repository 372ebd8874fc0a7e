import { accountBlockText } from '#common/payments/rules/account-block-texts.ts';
import type { Fetched } from '#web/data/fetched.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useHostStatus } from '#web/kit/use-host-status.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';

const passing: ReadonlySet<string> = new Set([
  'paymentAccountError.generic',
  'paymentAccountError.niteMode',
  'paymentAccountError.unsettled',
]);

/** Why an account can't be paid (P 8), with a retry button if the reason may pass. */
export function AccountProblem({ problem }: { readonly problem: Extract<Fetched<unknown>, { state: 'failed' }> }) {
  const hostStatus = useHostStatus();
  if (hostStatus !== 'up')
    return <SectionProblem of="paymentAccountError.generic" busy={problem.busy} onTryAgain={problem.tryAgain} />;
  const key = accountBlockText(problem.codes[0] ?? '');
  const mayPass = passing.has(key);
  return (
    <Alert
      tone={key === 'paymentAccountError.paidOff' ? 'ok' : 'bad'}
      action={
        mayPass && (
          <Button look="quiet" busy={problem.busy} onClick={problem.tryAgain}>
            <ControlName of="shell.tryAgain" />
          </Button>
        )
      }
    >
      <Text of={key} />
    </Alert>
  );
}
