import { countOf } from '#common/core/counts.ts';
import { checkDigitOf, isRoutingNumber } from '#common/payments/rules/ach-rules.ts';
import type { Bank } from './routing-directory.ts';

/** A line of the directory has at least this length; the rest is filler. */
const LEAST_LENGTH = 149;

/** 0-based positions, end exclusive (docs/import.md). */
const fields = {
  routingNumber: [0, 9],
  recordType: [19, 20],
  name: [35, 71],
  address: [71, 107],
  city: [107, 127],
  state: [127, 129],
  zip: [129, 134],
  status: [148, 149],
} as const satisfies Record<string, readonly [number, number]>;

/** Drafts go to this routing number itself; `2` means that it was replaced by another. */
const SENT_HERE: ReadonlySet<string> = new Set(['0', '1']);

/** The institution takes part in ACH. */
const TAKES_PART = '1';

export type FedAchLine = { readonly ok: true; readonly bank: Bank } | { readonly ok: false; readonly problem: string };

/** Reads a bank from the Federal Reserve's fixed-width FedACH directory. */
export function readFedAchLine(line: string): FedAchLine {
  if (line.length < LEAST_LENGTH)
    return { ok: false, problem: `the line has ${countOf(line.length, 'character')}, not at least ${LEAST_LENGTH}` };
  const read = (name: keyof typeof fields) => line.slice(...fields[name]).trim();
  const routingNumber = read('routingNumber');
  if (!isRoutingNumber(routingNumber)) return { ok: false, problem: numberProblem(routingNumber) };
  const name = read('name');
  if (name === '') return { ok: false, problem: 'the line names no bank' };
  return {
    ok: true,
    bank: {
      routingNumber,
      name,
      address: read('address'),
      city: read('city'),
      state: read('state'),
      zip: read('zip'),
      achAllowed: SENT_HERE.has(read('recordType')) && read('status') === TAKES_PART,
    },
  };
}

function numberProblem(start: string): string {
  if (!/^\d{9}$/.test(start) || /^0+$/.test(start)) return 'the line does not begin with a routing number';
  return `routing number ${start} has a wrong check digit (should end in ${checkDigitOf(start)})`;
}
