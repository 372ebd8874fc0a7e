import type { BankAccountKind } from './bank-file.ts';

/** The corrected fields; the others stay unchanged. */
export interface CorrectedAccount {
  readonly routingNumber?: string;
  readonly accountNumber?: string;
  readonly kind?: BankAccountKind;
}

/**
 * Reads the corrected data of a notification of change (Nacha Operating Rules, appendix 5): 29 characters with
 * positions by code.
 * Returns undefined for a code that doesn't change the account, and for data that doesn't fit its code.
 */
export function readCorrection(code: string, corrected: string): CorrectedAccount | undefined {
  const data = corrected.padEnd(29);
  const routingNumber = data.slice(0, 9);
  switch (code) {
    case 'C01':
      return complete({ accountNumber: data.slice(0, 17).trim() });
    case 'C02':
      return complete({ routingNumber });
    case 'C03':
      return complete({ routingNumber, accountNumber: data.slice(12, 29).trim() });
    case 'C05':
      return withKind({}, data.slice(0, 2));
    case 'C06':
      return withKind({ accountNumber: data.slice(0, 17).trim() }, data.slice(20, 22));
    case 'C07':
      return withKind({ routingNumber, accountNumber: data.slice(9, 26).trim() }, data.slice(26, 28));
    default:
      return undefined;
  }
}

type Numbers = Omit<CorrectedAccount, 'kind'>;

function complete(numbers: Numbers): Numbers | undefined {
  if (numbers.routingNumber !== undefined && !/^\d{9}$/.test(numbers.routingNumber)) return undefined;
  return numbers.accountNumber === '' ? undefined : numbers;
}

/** All or nothing: half a correction would be another account. */
function withKind(numbers: Numbers, transactionCode: string): CorrectedAccount | undefined {
  const kind = kindOf(transactionCode);
  const read = complete(numbers);
  return kind && read ? { ...read, kind } : undefined;
}

/** In transaction codes, the 20s are checking accounts and the 30s savings. */
function kindOf(transactionCode: string): BankAccountKind | undefined {
  if (/^2[2-9]$/.test(transactionCode)) return 'Checking';
  return /^3[2-9]$/.test(transactionCode) ? 'Savings' : undefined;
}
