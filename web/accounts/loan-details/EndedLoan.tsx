import { formatDayMedium } from '#common/core/dates.ts';
import type { LoanDetails } from '#common/accounts/rules/loan-details.ts';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import styles from './LoanStatus.module.css';

/** The state of a loan that bills nothing more. */
export function EndedLoan({ details: { standing, chargedOff, lien } }: { readonly details: LoanDetails }) {
  if (chargedOff) return <ChargedOff chargedOff={chargedOff} />;
  const isPaidOff = standing === 'paidOff';
  return (
    <>
      {isPaidOff && (
        <div className={styles.standing}>
          <Chip tone="ok">
            <Text of="loanStatus.paidOffChip" />
          </Chip>
        </div>
      )}
      <p>
        <Text of={isPaidOff ? (lien ? 'loanStatus.paidOffReleased' : 'loanStatus.paidOff') : 'loanStatus.closed'} />
      </p>
      {lien && (
        <p>
          <Text
            of="loanStatus.lienReleased"
            with={{
              date: <time dateTime={lien.releasedOn}>{formatDayMedium(lien.releasedOn)}</time>,
              reference: lien.reference,
            }}
          />
        </p>
      )}
    </>
  );
}

function ChargedOff({
  chargedOff: { on, owedCents },
}: {
  readonly chargedOff: NonNullable<LoanDetails['chargedOff']>;
}) {
  return (
    <>
      <div className={styles.standing}>
        <Chip tone="bad">
          <Text of="loanStatus.chargedOffChip" />
        </Chip>
      </div>
      <p className={styles.amount}>
        <Money cents={owedCents} />
      </p>
      <p>
        <Text of="loanStatus.chargedOff" with={{ date: <time dateTime={on}>{formatDayMedium(on)}</time> }} />
      </p>
    </>
  );
}
