import type { AccountSummary } from './account.ts';

/**
 * Returns whether an account matches what a customer looks for: every word is in its description, name or number.
 * Numbers match with or without their dashes.
 */
export function matchesSearch(
  { number, description, nameOnAccount }: Pick<AccountSummary, 'number' | 'description' | 'nameOnAccount'>,
  wanted: string,
): boolean {
  const facts = fold([description, nameOnAccount, number, number.replaceAll('-', '')].join('\n'));
  return fold(wanted)
    .split(/\s+/)
    .every((word) => facts.includes(word));
}

function fold(text: string): string {
  return text.trim().normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
