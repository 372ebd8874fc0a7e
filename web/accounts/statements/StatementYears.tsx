import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetched } from '#web/data/fetched.ts';
import { useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Field } from '#web/kit/Field.tsx';
import { Loading } from '#web/kit/Loading.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useViewState } from '#web/kit/use-view-state.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { statementListQuery } from './statement-list-data.ts';
import { StatementsBlocked } from './StatementsBlocked.tsx';
import { StatementList } from './StatementList.tsx';
import styles from './statements.module.css';

interface StatementYearsProps {
  readonly accountNumber: string;
  /** Newest first, at least one. */
  readonly years: readonly number[];
}

/** The statements of a selected year (C-121). */
export function StatementYears({ accountNumber, years }: StatementYearsProps) {
  const [wanted, setYear] = useViewState('year');
  const year = years.find((one) => String(one) === wanted) ?? years[0] ?? 0;
  const manual = useOption('estatementOptions.manualLoading');
  const [asked, setAsked] = useState<ReadonlySet<number>>(new Set());
  return (
    <div className={styles.years}>
      <div className={styles.year}>
        <Field
          use={SelectField}
          label="eStatements.year"
          value={String(year)}
          onChange={({ currentTarget }) => setYear(currentTarget.value)}
          options={years.map((value) => ({ value: String(value), label: String(value) }))}
        />
        {manual && !asked.has(year) && (
          <Button look="quiet" onClick={() => setAsked(new Set([...asked, year]))}>
            <ControlName of="eStatements.load" />
          </Button>
        )}
      </div>
      {(!manual || asked.has(year)) && <StatementsOfYear accountNumber={accountNumber} year={year} />}
    </div>
  );
}

function StatementsOfYear({ accountNumber, year }: { readonly accountNumber: string; readonly year: number }) {
  const statements = fetched(useQuery(statementListQuery(accountNumber, year)));
  if (statements.state === 'failed') {
    if (statements.codes.includes('HistoryBlocked')) return <StatementsBlocked />;
    return <SectionProblem of="eStatements.listError" busy={statements.busy} onTryAgain={statements.tryAgain} />;
  }
  if (statements.state !== 'ready') return <Loading />;
  if (statements.value.length === 0) {
    return (
      <p className={styles.empty}>
        <Text of="eStatements.empty" />
      </p>
    );
  }
  return <StatementList statements={statements.value} />;
}
