import type { CardBrand } from './payment-types.ts';

/** Returns the brand as soon as the first digits determine it (P 5, C-135). */
export function findCardBrand(cardNumber: string): CardBrand | undefined {
  return brandPrefixes.find(({ from, to }) => {
    const prefix = cardNumber.slice(0, from.length);
    return prefix.length === from.length && prefix >= from && prefix <= to;
  })?.brand;
}

interface BrandPrefix {
  readonly brand: CardBrand;
  readonly from: string;
  readonly to: string;
}

const brandPrefixes: readonly BrandPrefix[] = [
  { brand: 'visa', from: '4', to: '4' },
  { brand: 'amex', from: '32', to: '32' },
  { brand: 'amex', from: '34', to: '34' },
  { brand: 'amex', from: '37', to: '37' },
  { brand: 'master', from: '2221', to: '2720' },
  { brand: 'master', from: '51', to: '55' },
  { brand: 'discover', from: '6011', to: '6011' },
  { brand: 'discover', from: '65', to: '65' },
  { brand: 'discover', from: '644', to: '649' },
  { brand: 'discover', from: '622126', to: '622925' },
];
