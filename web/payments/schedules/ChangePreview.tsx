import type { ReactNode } from 'react';
import { latenessFromWire } from '#common/payments/lateness.wire.ts';
import type { SchedulePreview } from '#common/payments/schedule-preview.api.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { dollarsToCents } from '#common/contract/wire-values.ts';
import { day } from '#common/core/dates.ts';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { DayText } from '#web/kit/DayText.tsx';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { LatenessAlert } from '#web/payments/frequency/LatenessAlert.tsx';
import { ProblemWords } from '#web/payments/review/SubmissionAlert.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import type { ChangePreviewState } from './use-change-preview.ts';

interface ChangePreviewProps {
  readonly of: ChangePreviewState;
  readonly doing: 'edit' | 'skip';
}

/** Shows the next payment with the change next to the current one. */
export function ChangePreview({ of, doing }: ChangePreviewProps) {
  const loading = useLabel('changePreview.loading');
  if (of.state === 'incomplete') return null;
  if (of.state === 'loading') return <SpinnerView label={loading.label} size={50} />;
  if (of.state === 'ready') return <Changes preview={of.preview} doing={doing} />;
  return (
    <Alert
      tone="bad"
      action={
        <Button look="quiet" onClick={of.tryAgain}>
          <ControlName of="shell.tryAgain" />
        </Button>
      }
    >
      <ProblemWords problem={of.problem} />
    </Alert>
  );
}

type ChangeRun = SchedulePreview['After'];

function Changes({ preview, doing }: { readonly preview: SchedulePreview; readonly doing: 'edit' | 'skip' }) {
  const { Before: before, After: after, PaysTotalDue: varies } = preview;
  return (
    <div>
      <p>
        {doing === 'skip' ? (
          <Text of="changePreview.skipped" with={{ date: <DayText day={day(before.DrawnOn)} /> }} />
        ) : (
          <Text of="changePreview.next" />
        )}
      </p>
      <DefinitionList layout="rows" items={linesOf(before, after)} />
      {varies && (
        <p>
          <Text of="total.calculatedAtPayment" />
        </p>
      )}
      {after.Amounts === null && (
        <p>
          <Text of="changePreview.nothingDue" />
        </p>
      )}
      {after.LastInstallment !== 'none' && (
        <p>
          <Text of={after.LastInstallment === 'rest' ? 'changePreview.last' : 'changePreview.balloon'} />
        </p>
      )}
      <LatenessAlert of={latenessFromWire(preview.Late)} />
    </div>
  );
}

function linesOf(before: ChangeRun, after: ChangeRun): Definition[] {
  const shown = (on: string) => <DayText day={day(on)} />;
  const drawnOn = compare('promise.drawnOn', before.DrawnOn, after.DrawnOn, shown);
  if (after.Amounts === null) return [drawnOn];
  const now = after.Amounts;
  const until = before.Amounts;
  return [
    drawnOn,
    money('total.amount', until?.PaymentAmount, now.PaymentAmount),
    ...above('total.additionalPrincipal', until?.AdditionalPrincipalAmount, now.AdditionalPrincipalAmount),
    ...above('total.processingFee', until?.FeeAmount, now.FeeAmount),
    { ...money('total.paymentTotal', until?.TotalAmount, now.TotalAmount), total: true },
    ...(after.Outcome
      ? [
          money('promise.interest', before.Outcome?.InterestPaid, after.Outcome.InterestPaid),
          money('promise.balanceAfter', before.Outcome?.BalanceAfter, after.Outcome.BalanceAfter),
        ]
      : []),
  ];
}

function above(term: TextKey, before: number | undefined, after: number): Definition[] {
  return after > 0 || (before ?? 0) > 0 ? [money(term, before, after)] : [];
}

function money(term: TextKey, before: number | undefined, after: number): Definition {
  return compare(term, before ?? after, after, (dollars) => <Money cents={dollarsToCents(dollars)} />);
}

/** The new value, and the old one if it differs. */
function compare<Value>(term: TextKey, before: Value, after: Value, show: (value: Value) => ReactNode): Definition {
  const value =
    before === after ? (
      show(after)
    ) : (
      <Text
        of="changePreview.instead"
        with={{ after: <span>{show(after)}</span>, before: <span>{show(before)}</span> }}
      />
    );
  return { id: term, term: <Text of={term} />, value };
}
