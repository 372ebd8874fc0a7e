import type { StatementFormat } from '#common/accounts/statements.api.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { Agreement, Institution } from '#common/institution/institution.ts';
import { listNeededAgreements } from '#common/identity/rules/needed-agreements.ts';
import {
  type AgreementRecord,
  insertAgreementRecords,
  listAgreementRecords,
} from '#server/institution/agreements/agreements.queries.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import { accountSubject, customerSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';
import type { Services } from '#server/services.ts';

export interface FormatChange {
  readonly session: Session;
  readonly accountNumber: string;
  readonly format: StatementFormat;
  readonly agreements: readonly number[];
  readonly ipAddress: string;
}

/** Each code has its own text: `eStatements.…`. */
export type FormatError = 'AgreementNeeded' | 'NoEmail' | 'AccountClosed' | 'Invalid';

/** Withdrawals are recorded among agreements under this number, with the acknowledged words. */
const WITHDRAWAL_NUMBER = 0;

/**
 * Changes how statements are sent, in one transaction with the consent or withdrawal: electronic statements require
 * consent to their terms (15 USC 7001(c)).
 */
export async function setStatementFormat(services: Services, change: FormatChange): Promise<Result<true, FormatError>> {
  const { host, database } = services;
  const { session, accountNumber } = change;
  const turnsOn = change.format === 'ElectronicOnly';
  const read = async () => ({
    account: await host.findStatementAccount(session.customerId, accountNumber),
    mayTurnOn: !turnsOn || (await hasEmailAddress(services, session)),
  });
  // Another tab may hide the account, and then its statements must come on paper.
  const ofCustomer = customerSubject(session.customerId);
  return readThenChange(database, [accountSubject(accountNumber), ofCustomer], read, async (transaction, known) => {
    const { account, mayTurnOn } = known;
    if (!account) return failure('Invalid');
    if (account.closed) return failure('AccountClosed');
    if (!mayTurnOn) return failure('NoEmail');
    const isElectronic = account.format === 'Electronic';
    const needed = turnsOn && !isElectronic ? await listNeeded(transaction, services, session, accountNumber) : [];
    if (!needed.every(({ hostNumber }) => change.agreements.includes(hostNumber))) return failure('AgreementNeeded');
    const recorded = turnsOn ? consentTo(services, isElectronic) : isElectronic ? [withdrawal(services)] : [];
    await insertAgreementRecords(transaction, {
      userId: session.userId,
      customerId: session.customerId,
      accountNumber,
      agreements: recorded,
      whenToAgree: 'estatements',
      ipAddress: change.ipAddress,
      at: services.clock.now(),
    });
    const { customerId } = session;
    const format = turnsOn ? 'Electronic' : 'Paper';
    await raiseGuard(transaction, ofCustomer);
    await enqueueHostTask(services, transaction, { kind: 'setStatementFormat', customerId, accountNumber, format });
    const event = turnsOn ? 'statements-electronic' : 'statements-on-paper';
    await services.audit.record(transaction, { event, userId: session.userId, details: { terms: recorded.length } });
    return success(true);
  });
}

/**
 * Records consent for each account that turns electronic, even if the terms were accepted before, for example at
 * sign-in (M 4).
 */
function consentTo({ institution }: Services, isElectronic: boolean): Agreement[] {
  return isElectronic ? [] : listNeededAgreements(institution.agreements, 'estatements', []);
}

/** Lists the terms to accept before statements of this account can be electronic. */
export async function listNeeded(
  queryable: Queryable,
  { institution }: { readonly institution: Pick<Institution, 'agreements'> },
  session: Session,
  accountNumber: string,
): Promise<Agreement[]> {
  const records = await listAgreementRecords(queryable, session.userId);
  return listNeededAgreements(institution.agreements, 'estatements', sinceWithdrawal(records, accountNumber));
}

/** After a withdrawal, earlier consent no longer counts. */
function sinceWithdrawal(newestFirst: readonly AgreementRecord[], accountNumber: string): AgreementRecord[] {
  const withdrawn = newestFirst.findIndex(
    (record) => record.agreementType === WITHDRAWAL_NUMBER && record.accountNumber === accountNumber,
  );
  return withdrawn < 0 ? [...newestFirst] : newestFirst.slice(0, withdrawn);
}

/** Returns the text acknowledged when turning e-statements off, in the form of terms. */
function withdrawal({ institution, clock }: Services): Agreement {
  const words = documentWords(institution.texts);
  return {
    name: words('eStatementWithdrawal.title'),
    url: '',
    effectiveOn: clock.today(),
    hostNumber: WITHDRAWAL_NUMBER,
    whenToAgree: ['estatements'],
    richText: institution.options['estatementOptions.withdrawalText'] || words('eStatementWithdrawal.text'),
  };
}

async function hasEmailAddress({ host }: Services, { customerId }: Session): Promise<boolean> {
  const customer = await host.findCustomer(customerId);
  return customer !== undefined && customer.emailAddress !== '';
}
