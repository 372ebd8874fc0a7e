import type { Cents } from '#common/core/money.ts';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';

/** Replaces an amount that is determined on the payment day: how it is calculated, and the added fee. */
export function CalculatedAtPayment({ feeCents }: { readonly feeCents: Cents }) {
  return (
    <>
      <p>
        <Text of="total.calculatedAtPayment" />
      </p>
      {feeCents > 0 && (
        <p>
          <Text of="total.feeOnTop" with={{ fee: <Money cents={feeCents} /> }} />
        </p>
      )}
    </>
  );
}
