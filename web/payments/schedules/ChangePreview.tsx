import type { ReactNode } from 'react';
import type { ChangeComparison, ComparedRun } from '#common/payments/schedule-preview.wire.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { DayText } from '#web/kit/DayText.tsx';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { LatenessAlert } from '#web/payments/frequency/LatenessAlert.tsx';
import { ProblemWords } from '#web/payments/review/ProblemWords.tsx';
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
        of.tryAgain && (
          <Button look="quiet" onClick={of.tryAgain}>
            <ControlName of="shell.tryAgain" />
          </Button>
        )
      }
    >
      <ProblemWords problem={of.problem} />
    </Alert>
  );
}

function Changes({ preview, doing }: { readonly preview: ChangeComparison; readonly doing: 'edit' | 'skip' }) {
  const { before, after, paysTotalDue: varies } = preview;
  return (
    <div>
      <p>
        {doing === 'skip' ? (
          <Text of="changePreview.skipped" with={{ date: <DayText day={before.drawnOn} /> }} />
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
      {after.amounts === null && (
        <p>
          <Text of="changePreview.nothingDue" />
        </p>
      )}
      {after.lastInstallment !== 'none' && (
        <p>
          <Text of={after.lastInstallment === 'rest' ? 'changePreview.last' : 'changePreview.balloon'} />
        </p>
      )}
      <LatenessAlert of={preview.lateness} />
    </div>
  );
}

function linesOf(before: ComparedRun, after: ComparedRun): Definition[] {
  const shown = (on: Day) => <DayText day={on} />;
  const drawnOn = compare('promise.drawnOn', before.drawnOn, after.drawnOn, shown);
  if (after.amounts === null) return [drawnOn];
  const now = after.amounts;
  const until = before.amounts;
  return [
    drawnOn,
    money('total.amount', until?.amountCents, now.amountCents),
    ...above('total.additionalPrincipal', until?.additionalPrincipalCents, now.additionalPrincipalCents),
    ...above('total.processingFee', until?.feeCents, now.feeCents),
    { ...money('total.paymentTotal', until?.totalCents, now.totalCents), total: true },
    ...(after.outcome
      ? [
          money('promise.interest', before.outcome?.interestCents, after.outcome.interestCents),
          money('promise.balanceAfter', before.outcome?.balanceAfterCents, after.outcome.balanceAfterCents),
        ]
      : []),
  ];
}

function above(term: TextKey, before: Cents | undefined, after: Cents): Definition[] {
  return after > 0 || (before ?? 0) > 0 ? [money(term, before, after)] : [];
}

function money(term: TextKey, before: Cents | undefined, after: Cents): Definition {
  return compare(term, before ?? after, after, (cents) => <Money cents={cents} />);
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
