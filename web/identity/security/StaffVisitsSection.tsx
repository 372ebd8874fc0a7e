import { useQuery } from '@tanstack/react-query';
import { fetched, valueOf } from '#web/data/fetched.ts';
import { useLabel } from '#web/institution/settings.ts';
import { Section } from '#web/kit/Section.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { Entries, Entry } from './Entry.tsx';
import { MomentText } from './MomentText.tsx';
import { staffVisitsQuery } from './security-data.ts';
import styles from './security.module.css';

interface Visit {
  readonly at: string;
  readonly isView: boolean;
}

/** When staff looked at the customer's account, where the institution shows it. */
export function StaffVisitsSection() {
  const visits = fetched(useQuery(staffVisitsQuery));
  const loading = useLabel('shell.loading');
  return (
    <Section heading="staffVisits.heading" info="staffVisits.info" fold={valueOf(visits)?.length ?? null}>
      <div className={styles.body}>
        {visits.state === 'loading' && <SpinnerView label={loading.label} />}
        {visits.state === 'failed' && (
          <SectionProblem of="staffVisits.error" busy={visits.busy} onTryAgain={visits.tryAgain} />
        )}
        {visits.state === 'ready' && <Visits visits={visits.value} />}
      </div>
    </Section>
  );
}

function Visits({ visits }: { readonly visits: readonly Visit[] }) {
  if (visits.length === 0) {
    return (
      <p>
        <Text of="staffVisits.none" />
      </p>
    );
  }
  return (
    <Entries>
      {visits.map(({ at, isView }) => (
        <Entry
          key={`${at} ${isView}`}
          name={<Text of={isView ? 'staffVisits.viewed' : 'staffVisits.opened'} />}
          facts={[{ term: 'staffVisits.on', value: <MomentText instant={at} /> }]}
        />
      ))}
    </Entries>
  );
}
