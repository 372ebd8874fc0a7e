/** Why the due day of a loan can't change. */
export const dueDayObstacles = ['NotMonthly', 'NothingOwed', 'InstallmentDue', 'SameDueDay'] as const;

export type DueDayObstacle = (typeof dueDayObstacles)[number];

const PREFIX = 'due-day-';

/** Returns the id of a changed due day in the books. */
export function paymentIdOfDueDay(changeId: string): string {
  return `${PREFIX}${changeId}`;
}

export function isDueDayChange(paymentId: string | null): boolean {
  return paymentId?.startsWith(PREFIX) ?? false;
}
