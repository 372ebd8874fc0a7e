import { useQuery } from '@tanstack/react-query';
import { fetched } from '#web/data/fetched.ts';
import { Loading } from '#web/kit/Loading.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { statementFormatQuery } from './statement-data.ts';
import { StatementFormatChoice } from './StatementFormatChoice.tsx';
import { StatementsBlocked } from './StatementsBlocked.tsx';
import { StatementYears } from './StatementYears.tsx';

export interface StatementsOfLoan {
  readonly accountNumber: string;
  readonly closed: boolean;
  /** Statements list the same transactions as the history, so both are blocked together (M 6). */
  readonly historyBlocked: boolean;
}

export function FormatAndStatements({ accountNumber, closed, historyBlocked }: StatementsOfLoan) {
  const format = fetched(useQuery(statementFormatQuery(accountNumber)));
  if (format.state === 'failed') {
    return <SectionProblem of="eStatements.listError" busy={format.busy} onTryAgain={format.tryAgain} />;
  }
  if (format.state !== 'ready') return <Loading />;
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
