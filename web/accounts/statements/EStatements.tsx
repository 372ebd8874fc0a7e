import { useQuery } from '@tanstack/react-query';
import { fetched } from '#web/data/fetched.ts';
import { useLabel } from '#web/institution/settings.ts';
import { Section } from '#web/kit/Section.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { statementFormatQuery } from './statement-data.ts';
import { StatementFormatChoice } from './StatementFormatChoice.tsx';
import { StatementsBlocked } from './StatementsBlocked.tsx';
import { StatementYears } from './StatementYears.tsx';
import styles from './statements.module.css';

interface EStatementsProps {
  readonly accountNumber: string;
  readonly closed: boolean;
  /** Statements list the same transactions as the history, so both are blocked together (M 6). */
  readonly historyBlocked: boolean;
}

/** An account's statement delivery and available statements (M 4). */
export function EStatements(props: EStatementsProps) {
  const { data } = useQuery(statementFormatQuery(props.accountNumber));
  return (
    <Section
      heading="eStatements.heading"
      info="eStatements.info"
      hideWhen="loanDetailsOptions.hideEStatements"
      fold={data ? <Text of={data.isElectronic ? 'loanFold.electronic' : 'loanFold.paper'} /> : null}
    >
      <div className={styles.body}>
        <FormatAndStatements {...props} />
      </div>
    </Section>
  );
}

function FormatAndStatements({ accountNumber, closed, historyBlocked }: EStatementsProps) {
  const loading = useLabel('shell.loading');
  const format = fetched(useQuery(statementFormatQuery(accountNumber)));
  if (format.state === 'failed') {
    return <SectionProblem of="eStatements.listError" busy={format.busy} onTryAgain={format.tryAgain} />;
  }
  if (format.state !== 'ready') return <SpinnerView label={loading.label} />;
  const { isElectronic, agreementsNeeded, years } = format.value;
  return (
    <>
      {!closed && (
        <StatementFormatChoice accountNumber={accountNumber} isElectronic={isElectronic} needed={agreementsNeeded} />
      )}
      {historyBlocked ? <StatementsBlocked /> : <StatementYears accountNumber={accountNumber} years={years} />}
    </>
  );
}
