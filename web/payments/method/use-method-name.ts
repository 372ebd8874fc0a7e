import type { CardBrand } from '#common/payments/rules/payment-types.ts';
import { bankAccountTypeTexts, brandTexts } from '#common/payments/rules/payment-names.ts';
import { useTexts } from '#web/institution/settings.ts';
import type { MethodName } from './method-name.ts';

export function useMethodName(): (name: MethodName) => string {
  const text = useTexts();
  return (name) => {
    const named =
      name.type === 'Card'
        ? text('payMethod.cardEnding', { brand: text(cardText(name.brand)) ?? '', lastFour: name.lastFour })
        : text('payMethod.accountEnding', {
            accountType: text(bankAccountTypeTexts[name.accountType]) ?? '',
            lastFour: name.lastFour,
          });
    return named ?? name.lastFour;
  };
}

function cardText(brand: CardBrand | undefined) {
  return brand === undefined ? 'payMethod.card' : brandTexts[brand];
}
