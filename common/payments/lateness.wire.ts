import { dollarsToCents } from '#common/contract/wire-values.ts';
import { day } from '../core/dates.ts';
import { toWireAmount } from '../core/money.ts';
import type { WireLate, WireLateCharge } from './payment-shapes.api.ts';
import type { Lateness } from './rules/payment-days.ts';
import type { PaymentTerms } from './rules/payment-types.ts';

type LateCharge = PaymentTerms['lateCharge'];

export function lateChargeToWire(lateCharge: LateCharge): WireLateCharge {
  if (lateCharge === 'none') return 'None';
  if (lateCharge === 'unknown') return 'Unknown';
  return { PayBy: lateCharge.payBy, Amount: toWireAmount(lateCharge.chargeCents) };
}

export function lateChargeFromWire(lateCharge: WireLateCharge): LateCharge {
  if (lateCharge === 'None') return 'none';
  if (lateCharge === 'Unknown') return 'unknown';
  return { payBy: day(lateCharge.PayBy), chargeCents: dollarsToCents(lateCharge.Amount) };
}

export function latenessToWire(lateness: Lateness): WireLate {
  if (lateness.kind === 'onTime') return null;
  const { kind, dueOn, charge } = lateness;
  return { DueDate: dueOn, PastGrace: kind === 'afterGrace', LateCharge: lateChargeToWire(charge) };
}

export function latenessFromWire(late: WireLate): Lateness {
  if (late === null) return { kind: 'onTime' };
  const dueOn = day(late.DueDate);
  const charge = lateChargeFromWire(late.LateCharge);
  if (late.PastGrace && typeof charge === 'object') return { kind: 'afterGrace', dueOn, charge };
  return { kind: 'afterDue', dueOn, charge };
}
