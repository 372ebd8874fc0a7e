import { useQuery } from '@tanstack/react-query';
import { lazily } from '#web/kit/lazily.tsx';
import { Loading } from '#web/kit/Loading.tsx';
import { Nearby } from '#web/kit/Nearby.tsx';
import { Section } from '#web/kit/Section.tsx';
import { Text } from '#web/kit/Text.tsx';
import { usePhone } from '#web/kit/use-phone.ts';
import type { StatementsOfLoan } from './FormatAndStatements.tsx';
import { statementFormatQuery } from './statement-data.ts';
import styles from './statements.module.css';

const FormatAndStatements = lazily(
  async () => (await import('./FormatAndStatements.tsx')).FormatAndStatements,
  Loading,
);

/** An account's statement delivery and available statements (M 4). */
export function EStatements(props: StatementsOfLoan) {
  // For the line on a phone.
  const { data } = useQuery({ ...statementFormatQuery(props.accountNumber), enabled: usePhone() });
  return (
    <Section
      heading="eStatements.heading"
      info="eStatements.info"
      hideWhen="loanDetailsOptions.hideEStatements"
      fold={data ? <Text of={data.isElectronic ? 'loanFold.electronic' : 'loanFold.paper'} /> : null}
    >
      <div className={styles.body}>
        <Nearby name="statements">
          <FormatAndStatements {...props} />
        </Nearby>
      </div>
    </Section>
  );
}
