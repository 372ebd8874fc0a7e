import { type LoanDetails, miscFees } from '#common/accounts/rules/loan-details.ts';
import type { DefaultMethod } from '#common/payments/rules/payment-types.ts';
import type { Cents } from '#common/core/money.ts';
import type { Day } from '#common/core/dates.ts';
import { useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { DayText } from '#web/kit/DayText.tsx';
import { type InfoItem, InfoList } from '#web/kit/InfoList.tsx';
import { Money } from '#web/kit/Money.tsx';
import { NoBreak } from '#web/kit/NoBreak.tsx';
import { Rate } from '#web/kit/Rate.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Section } from '#web/kit/Section.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useAccountNumber } from '#web/kit/use-account-number.ts';
import { paymentPath } from '#web/paths.ts';
import styles from './loan-details.module.css';
import { hasEnded } from './use-may-pay.ts';

/** Amounts due, rate, and payment method (M 2). */
export function AccountInfo({ details }: { readonly details: LoanDetails }) {
  const shownNumber = useAccountNumber();
  const hidesRate = useOption('loanDetailsOptions.hideInterestRate');
  return (
    <Section heading="accountInfo.heading" fold={hidesRate ? null : <Rate rate={details.rate} />}>
      <div className={styles.body}>
        <InfoList
          compact
          items={[
            {
              term: 'accountInfo.accountNumber',
              hideWhen: 'loanDetailsOptions.hideAccountNumber',
              value: <NoBreak>{shownNumber(details.accountNumber)}</NoBreak>,
            },
            {
              term: 'accountInfo.paymentDue',
              hideWhen: 'loanDetailsOptions.hidePaymentDue',
              value: <DayOrNone day={details.nextPaymentOn} />,
            },
            {
              term: 'accountInfo.paymentAmount',
              hideWhen: 'loanDetailsOptions.hidePaymentAmount',
              value: <Money cents={details.nextPaymentCents} />,
            },
            {
              term: 'accountInfo.defaultPaymentMethod',
              hideWhen: 'loanDetailsOptions.hideDefaultPaymentMethod',
              value: <Method details={details} />,
            },
            {
              term: 'accountInfo.interestRate',
              hideWhen: 'loanDetailsOptions.hideInterestRate',
              value: <Rate rate={details.rate} />,
            },
            ...amountItem('accountInfo.yearToDateInterest', {
              hideWhen: 'loanDetailsOptions.hideYearToDateInterest',
              cents: details.interestThisYearCents,
            }),
            ...amountItem('accountInfo.availableCredit', {
              hideWhen: 'loanDetailsOptions.hideAvailableCredit',
              cents: details.availableCreditCents,
            }),
            {
              term: 'accountInfo.originationDate',
              hideWhen: 'loanDetailsOptions.hideOriginationDate',
              value: <DayOrNone day={details.originatedOn} />,
            },
            {
              term: 'accountInfo.lateFees',
              hideWhen: 'loanDetailsOptions.hideLateFees',
              value: <Money cents={details.lateChargesCents} />,
            },
            {
              term: 'accountInfo.miscFees',
              hideWhen: 'loanDetailsOptions.hideMiscFees',
              value: <Money cents={miscFees(details)} />,
            },
          ]}
        />
      </div>
    </Section>
  );
}

/** Leaves out an amount that isn't known, or that the loan doesn't have. */
export function amountItem(
  term: InfoItem['term'],
  { hideWhen, cents }: Required<Pick<InfoItem, 'hideWhen'>> & { readonly cents: Cents | null },
): readonly InfoItem[] {
  return cents === null ? [] : [{ term, hideWhen, value: <Money cents={cents} /> }];
}

/** A day, or the text for none (M 2). */
export function DayOrNone({ day }: { readonly day: Day | null }) {
  return day === null ? <Text of="loanDetails.none" /> : <DayText day={day} />;
}

function Method({ details }: { readonly details: LoanDetails }) {
  const { defaultMethod, standing } = details;
  const easyPayDisabled = useOption('depositOptions.disableEZPayOption');
  return (
    <>
      {defaultMethod ? <MethodName method={defaultMethod} /> : <Text of="loanDetails.none" />}
      {!hasEnded(standing) && !easyPayDisabled && (
        <ScreenLink to={paymentPath(details.accountNumber)} className={styles.methodLink}>
          <ControlName of={defaultMethod ? 'accountInfo.payWithIt' : 'accountInfo.choosePaymentMethod'} />
        </ScreenLink>
      )}
    </>
  );
}

function MethodName({ method }: { readonly method: Pick<DefaultMethod, 'type' | 'lastFour'> }) {
  const key = method.type === 'Card' ? 'accountInfo.cardEnding' : 'accountInfo.bankAccountEnding';
  return <Text of={key} with={{ lastFour: method.lastFour }} />;
}
