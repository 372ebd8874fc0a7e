/** Writes return files without the product's own writer, so they don't share its mistakes. */

export interface Notice {
  readonly entry: string;
  readonly addendum: string;
  readonly amountCents: number;
  readonly isCredit?: true;
}

/** The customer's bank; the hash uses its first eight digits. */
const BANK_ID = '41100102';

export function returned(originalTrace: string, amountCents: number, code: string): Notice {
  const addendum = `799${code}${originalTrace}${' '.repeat(6)}${BANK_ID}${' '.repeat(44)}${BANK_ID}0000001`;
  return { entry: entryOf(amountCents), addendum, amountCents };
}

/** Of an entry that sent money. */
export function returnedCredit(originalTrace: string, amountCents: number, code: string): Notice {
  const { entry, ...notice } = returned(originalTrace, amountCents, code);
  return { ...notice, entry: entry.replace(/^626/, '621'), isCredit: true };
}

export function changed(originalTrace: string, code: string, corrected: string): Notice {
  const rest = `${corrected.padEnd(29)}${' '.repeat(15)}${BANK_ID}0000001`;
  return { entry: entryOf(0), addendum: `798${code}${originalTrace}${' '.repeat(6)}${BANK_ID}${rest}`, amountCents: 0 };
}

export function returnFile(notices: readonly Notice[]): string {
  const sumOf = (some: readonly Notice[]) =>
    String(some.reduce((total, { amountCents }) => total + amountCents, 0)).padStart(12, '0');
  const [debits, credits] = [notices.filter(({ isCredit }) => !isCredit), notices.filter(({ isCredit }) => isCredit)];
  const hash = String((Number(BANK_ID) * notices.length) % 10 ** 10).padStart(10, '0');
  const money = `${hash}${sumOf(debits)}${sumOf(credits)}`;
  const count = notices.length * 2;
  const lines = [
    '1011412345678 4110010122611240900A094101FIRST HARBOR LENDING   HARBOR COMMUNITY BANK          ',
    '5200FIRST HARBOR LEN                    1412345678WEBLOAN PMT  261120261123   1411001010000001',
    ...notices.flatMap(({ entry, addendum }) => [entry, addendum]),
    `8200${String(count).padStart(6, '0')}${money}1412345678${' '.repeat(25)}411001010000001`,
  ];
  const blocks = Math.ceil((lines.length + 1) / 10);
  lines.push(`9000001${String(blocks).padStart(6, '0')}${String(count).padStart(8, '0')}${money}${' '.repeat(39)}`);
  while (lines.length % 10 !== 0) lines.push('9'.repeat(94));
  return lines.map((text) => `${text}\n`).join('');
}

function entryOf(amountCents: number): string {
  const amount = String(amountCents).padStart(10, '0');
  return `626${BANK_ID}5${'9081726354'.padEnd(17)}${amount}${' '.repeat(15)}${'MARGARET OKAFOR'.padEnd(22)}S 1${BANK_ID}0000001`;
}
