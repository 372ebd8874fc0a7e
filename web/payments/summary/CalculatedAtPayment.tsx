import type { Cents } from '#common/core/money.ts';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';

/** In place of an amount that is not known before the day: how it is found, and the fee that is added to it. */
export function CalculatedAtPayment({ feeCents }: { readonly feeCents: Cents }) {
  return (
    <>
      <p>
        <Text of="total.calculatedAtPayment" />
      </p>
      {feeCents > 0 && (
        <p>
          <Text of="total.feeOnTop" with={[<Money key="fee" cents={feeCents} />]} />
        </p>
      )}
    </>
  );
}
