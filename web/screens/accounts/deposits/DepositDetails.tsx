import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { fetched } from '#web/data/fetched.ts';
import { useLabel } from '#web/data/settings.ts';
import { DayText } from '#web/kit/DayText.tsx';
import { InfoList } from '#web/kit/InfoList.tsx';
import { Money } from '#web/kit/Money.tsx';
import { NoBreak } from '#web/kit/NoBreak.tsx';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { Rate } from '#web/kit/Rate.tsx';
import { Section } from '#web/kit/Section.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useAccountNumber } from '#web/kit/use-account-number.ts';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { Table } from '#web/ui/Table.tsx';
import { BackLink } from '../BackLink.tsx';
import { type Deposit, type DepositEntry, depositQuery } from './deposit-data.ts';
import styles from './DepositDetails.module.css';

/** A deposit or an investment: what it holds and what happened on it (C-038). */
export function DepositDetails() {
  const { accountNumber = '' } = useParams({ strict: false });
  const deposit = fetched(useQuery(depositQuery(accountNumber)));
  const loading = useLabel('depositDetails.loading');
  return (
    <>
      <Heading description={deposit.state === 'ready' ? deposit.value.description : ''} accountNumber={accountNumber} />
      {deposit.state === 'ready' ? (
        <div className={styles.columns}>
          <Entries entries={deposit.value.entries} />
          <Info deposit={deposit.value} />
        </div>
      ) : deposit.state === 'failed' ? (
        <SectionProblem of="loanDetails.loadError" busy={deposit.busy} onTryAgain={deposit.tryAgain} />
      ) : (
        <SpinnerView label={loading.label} />
      )}
    </>
  );
}

function Heading({ description, accountNumber }: { readonly description: string; readonly accountNumber: string }) {
  const shownNumber = useAccountNumber();
  return (
    <div>
      <BackLink />
      <PageHeading of="depositDetails.heading" with={[description]}>
        <span className={styles.number}>
          {' '}
          <NoBreak>{shownNumber(accountNumber)}</NoBreak>
        </span>
      </PageHeading>
    </div>
  );
}

function Info({ deposit }: { readonly deposit: Deposit }) {
  const shownNumber = useAccountNumber();
  return (
    <Section heading="depositDetails.infoHeading">
      <div className={styles.body}>
        <InfoList
          items={[
            { term: 'depositDetails.accountNumber', value: <NoBreak>{shownNumber(deposit.number)}</NoBreak> },
            { term: 'depositDetails.balance', value: <Money cents={deposit.balanceCents} /> },
            { term: 'depositDetails.available', value: <Money cents={deposit.availableCents} /> },
            { term: 'depositDetails.held', value: <Money cents={deposit.heldCents} /> },
            { term: 'depositDetails.rate', value: <Rate rate={deposit.rate} /> },
            {
              term: 'depositDetails.maturity',
              value: deposit.maturityOn ? <DayText day={deposit.maturityOn} /> : <Text of="loanDetails.none" />,
            },
            { term: 'depositDetails.opened', value: <DayText day={deposit.openedOn} /> },
            { term: 'depositDetails.name', value: deposit.nameOnAccount },
          ]}
        />
      </div>
    </Section>
  );
}

function Entries({ entries }: { readonly entries: readonly DepositEntry[] }) {
  const caption = useLabel('depositDetails.historyHeading');
  const date = useLabel('depositDetails.date');
  const description = useLabel('depositDetails.description');
  const amount = useLabel('depositDetails.amount');
  const balance = useLabel('depositDetails.runningBalance');
  if (entries.length === 0) {
    return (
      <Section heading="depositDetails.historyHeading">
        <p className={styles.body}>
          <Text of="depositDetails.empty" />
        </p>
      </Section>
    );
  }
  return (
    <Section
      heading="depositDetails.historyHeading"
      aside={<Text of="depositDetails.newest" with={[String(entries.length)]} />}
    >
      <Table
        caption={caption.label}
        rows={entries}
        rowKey={(entry) => entry.key}
        renderCard={(entry) => (
          <div className={styles.card}>
            <span className={styles.strong}>{entry.description}</span>
            <span className={styles.strong}>
              <Money cents={entry.amountCents} />
            </span>
            <DayText day={entry.on} />
            <Money cents={entry.balanceCents} />
          </div>
        )}
        columns={[
          {
            id: 'date',
            header: date.label,
            headerHidden: date.labelHidden,
            nowrap: true,
            sortBy: (entry) => entry.on,
            cell: dayCell,
          },
          {
            id: 'description',
            header: description.label,
            headerHidden: description.labelHidden,
            strong: true,
            sortBy: (entry) => entry.description,
            cell: (entry) => entry.description,
          },
          {
            id: 'amount',
            header: amount.label,
            headerHidden: amount.labelHidden,
            numeric: true,
            sortBy: (entry) => entry.amountCents,
            cell: amountCell,
          },
          {
            id: 'balance',
            header: balance.label,
            headerHidden: balance.labelHidden,
            numeric: true,
            sortBy: (entry) => entry.balanceCents,
            cell: balanceCell,
          },
        ]}
      />
    </Section>
  );
}

function dayCell({ on }: DepositEntry) {
  return <DayText day={on} />;
}

function amountCell({ amountCents }: DepositEntry) {
  return <Money cents={amountCents} />;
}

function balanceCell({ balanceCents }: DepositEntry) {
  return <Money cents={balanceCents} />;
}
