import { lazily } from '#web/kit/lazily.tsx';
import { Loading } from '#web/kit/Loading.tsx';
import { Nearby } from '#web/kit/Nearby.tsx';
import { Section } from '#web/kit/Section.tsx';
import type { HistoryOfDaysProps } from './HistoryOfDays.tsx';

const HistoryOfDays = lazily(async () => (await import('./HistoryOfDays.tsx')).HistoryOfDays, Loading);

/** An account's history for the chosen days and order, on screen and as a file (M 2, M 4). */
export function AccountHistory(props: HistoryOfDaysProps) {
  return (
    <Section
      heading="history.heading"
      info="history.info"
      {...(props.kind === 'loan' ? { hideWhen: 'loanDetailsOptions.hideHistory' as const } : {})}
    >
      <Nearby name="history">
        <HistoryOfDays {...props} />
      </Nearby>
    </Section>
  );
}
