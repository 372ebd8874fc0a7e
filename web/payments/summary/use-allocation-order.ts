import type { AllocationOrder } from '#common/payments/rules/allocation.ts';
import { useInstitutionOption } from '#web/institution/settings.ts';

/** The order in which this institution applies a payment. */
export function useAllocationOrder(): AllocationOrder {
  const order = useInstitutionOption('allocationOrder');
  // The server checked it when it loaded the institution.
  return (typeof order === 'string' ? order.split(',') : defaultOrder) as unknown as AllocationOrder;
}

const defaultOrder: AllocationOrder = ['fees', 'interest', 'principal'];
