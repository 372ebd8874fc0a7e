import { useQuery } from '@tanstack/react-query';
import type { Insurance } from '#common/accounts/account-details.wire.ts';
import { fetched } from '#web/data/fetched.ts';
import { useLabel } from '#web/institution/settings.ts';
import { Money } from '#web/kit/Money.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { Table } from '#web/ui/Table.tsx';
import { insuranceQuery } from './loan-changes.ts';

interface InsuranceDialogProps {
  readonly accountNumber: string;
  readonly onClose: () => void;
}

/** Insurance sold with the loan (M 2). */
export function InsuranceDialog({ accountNumber, onClose }: InsuranceDialogProps) {
  const title = useLabel('insurance.title');
  const close = useLabel('insurance.close');
  return (
    <Dialog width={400} title={title.label} titleHidden={title.labelHidden} closeLabel={close.label} onClose={onClose}>
      <Insurances accountNumber={accountNumber} />
    </Dialog>
  );
}

function Insurances({ accountNumber }: { readonly accountNumber: string }) {
  const loading = useLabel('shell.loading');
  const insurances = fetched(useQuery(insuranceQuery(accountNumber)));
  if (insurances.state === 'failed') {
    return <SectionProblem of="insurance.error" busy={insurances.busy} onTryAgain={insurances.tryAgain} />;
  }
  if (insurances.state !== 'ready') return <SpinnerView size={50} label={loading.label} />;
  if (insurances.value.length === 0) {
    return (
      <p>
        <Text of="insurance.empty" />
      </p>
    );
  }
  return <InsuranceTable insurances={insurances.value} />;
}

function InsuranceTable({ insurances }: { readonly insurances: readonly Insurance[] }) {
  const title = useLabel('insurance.title');
  const type = useLabel('insurance.type');
  const covers = useLabel('insurance.covers');
  const premium = useLabel('insurance.premium');
  return (
    <Table
      caption={title.label}
      rows={insurances}
      rowKey={(insurance) => `${insurance.type} ${insurance.covers}`}
      columns={[
        {
          id: 'type',
          header: type.label,
          headerHidden: type.labelHidden,
          strong: true,
          cell: ({ type: name }) => name,
        },
        {
          id: 'covers',
          header: covers.label,
          headerHidden: covers.labelHidden,
          nowrap: true,
          cell: coverCell,
        },
        {
          id: 'premium',
          header: premium.label,
          headerHidden: premium.labelHidden,
          numeric: true,
          cell: premiumCell,
        },
      ]}
    />
  );
}

function coverCell({ covers }: Insurance) {
  return <Text of={`insurance.${covers}`} />;
}

function premiumCell({ premiumCents }: Insurance) {
  return <Money cents={premiumCents} />;
}
