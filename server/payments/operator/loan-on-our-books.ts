import type { Day } from '#common/core/dates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import type { HostServicing } from '#server/host/host-servicing.ts';
import type { Services } from '#server/services.ts';
import { hasFiguresFromFiles } from './waive-late-charge.command.ts';

export interface LoanName {
  readonly customerId: string;
  readonly accountNumber: string;
}

/** Finds a loan for staff and servicing, whether or not its customer hid it from the web. */
export async function findAnyLoan(
  { clock, host }: Pick<Services, 'clock' | 'host'>,
  { customerId, accountNumber }: LoanName,
): Promise<HostLoan | undefined> {
  const found = await host.findLoanToDraw(customerId, accountNumber, clock.today());
  return found.standing === 'notFound' ? undefined : found.loan;
}

/** `CoreDoesThis`: the core's own staff does. `FiguresFromFiles`: the core's nightly files would undo it. */
export type NotOnOurBooks = 'NotALoan' | 'CoreDoesThis' | 'FiguresFromFiles';

/**
 * Asks the books what a change would do to a loan, if it is theirs to change.
 * @param project answers undefined if the account is not the customer's loan
 * @param isOurs whether the change takes back what was recorded here, which a core's files can't
 */
export async function projectOnOurBooks<Projection>(
  services: Pick<Services, 'clock' | 'host'>,
  { customerId, accountNumber }: LoanName,
  project: (servicing: HostServicing, today: Day) => Promise<Projection | undefined>,
  isOurs: (projected: Projection) => boolean = () => false,
): Promise<Result<Projection, NotOnOurBooks>> {
  const { clock, host } = services;
  if (!host.servicing) return failure('CoreDoesThis');
  const projected = await project(host.servicing, clock.today());
  if (projected === undefined) return failure('NotALoan');
  if (isOurs(projected)) return success(projected);
  return (await hasFiguresFromFiles(services, customerId, accountNumber))
    ? failure('FiguresFromFiles')
    : success(projected);
}
