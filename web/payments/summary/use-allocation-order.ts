import type { AllocationOrder } from '#common/payments/rules/allocation.ts';
import { useInstitutionOption } from '#web/institution/settings.ts';

/** Returns the institution's order of applying payments. */
export function useAllocationOrder(): AllocationOrder {
  const order = useInstitutionOption('allocationOrder');
  // The server has validated it.
  return (typeof order === 'string' ? order.split(',') : defaultOrder) as unknown as AllocationOrder;
}

const defaultOrder: AllocationOrder = ['fees', 'interest', 'principal'];
