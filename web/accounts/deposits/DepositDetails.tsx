import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { fetched } from '#web/data/fetched.ts';
import { useLabel } from '#web/institution/settings.ts';
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
import { BackLink } from '../BackLink.tsx';
import { AccountHistory } from '../history/LoanHistory.tsx';
import { ALL_DAYS } from '../history/month-totals.ts';
import { type Deposit, depositQuery } from './deposit-data.ts';
import styles from './DepositDetails.module.css';

/** A deposit or investment with its balance and history (C-038). */
export function DepositDetails() {
  const { accountNumber = '' } = useParams({ strict: false });
  const deposit = fetched(useQuery(depositQuery(accountNumber)));
  const loading = useLabel('depositDetails.loading');
  return (
    <>
      <Heading description={deposit.state === 'ready' ? deposit.value.description : ''} accountNumber={accountNumber} />
      {deposit.state === 'ready' ? (
        <div className={styles.columns}>
          <AccountHistory kind="deposit" accountNumber={accountNumber} daysSinceOpened={ALL_DAYS} />
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
      <PageHeading of="depositDetails.heading" with={{ account: description }}>
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
