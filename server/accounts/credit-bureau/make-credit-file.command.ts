import { createHash } from 'node:crypto';
import { type Day, day } from '#common/core/dates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { CreditBureauSettings } from '#common/institution/institution.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { checkCreditFile } from './check-credit-file.ts';
import { type CreditFile, findCreditFileOf, insertCreditFile, type LeftOut } from './credit-files.queries.ts';
import { readRecord } from './fixed-width.ts';
import { type BaseValues, bureauDate, type CreditReporter, writeCreditFile } from './metro2-file.ts';
import { baseFields } from './records.ts';
import { type FormerReport, type GivenFacts, toBaseValues } from './to-base-values.ts';

const ACCOUNTS_AT_ONCE = 500;

export type CreditFileRefusal = 'NotOurBooks' | 'NoCreditBureau' | 'MonthNotOver';

export interface MadeCreditFile {
  readonly fileId: number;
  readonly accounts: number;
  readonly leftOut: readonly LeftOut[];
}

interface Wanted {
  /** The last day of the month. */
  readonly through: Day;
  readonly by: string;
  /** By account number: what the institution knows and the books don't. */
  readonly given?: ReadonlyMap<string, GivenFacts>;
}

/** Returns the last day of a month such as `2026-10`. */
export function lastDayOfMonth(month: string): Day {
  return day(Temporal.PlainYearMonth.from(month).toPlainDate({ day: 31 }).toString());
}

/**
 * Makes the file of a month for the credit bureaus, from the books alone: what they don't know is left out, and an
 * account that can't be reported truly is not reported at all. A month may be made again; each file is kept.
 * @param within runs in the transaction that stores it
 * @throws Error if the file contradicts itself
 */
export async function makeCreditFile(
  services: Services,
  { through, by, given }: Wanted,
  within: (transaction: Transaction, made: MadeCreditFile) => Promise<void>,
): Promise<Result<MadeCreditFile, CreditFileRefusal>> {
  const { clock, database, institution, ledgerReports: reports } = services;
  const { creditBureau: settings } = institution;
  if (!reports) return failure('NotOurBooks');
  if (!settings) return failure('NoCreditBureau');
  const { at, today, wallTime } = clock.moment();
  if (through >= today) return failure('MonthNotOver');
  const former = await readFormer(services, through);
  const timeStamp = `${bureauDate(today)}${wallTime.replace(':', '')}00`;
  const records: BaseValues[] = [];
  const leftOut: LeftOut[] = [];
  for (let after: string | null = ''; after !== null;) {
    const page = await reports.listCreditAccounts({ through, after, limit: ACCOUNTS_AT_ONCE });
    for (const account of page.accounts) {
      const { accountNumber } = account;
      const known = { former: former.get(accountNumber), given: given?.get(accountNumber) };
      const values = toBaseValues(account, { settings, through, timeStamp, ...known });
      if (values.ok) records.push(values.value);
      else leftOut.push({ accountNumber, why: values.error });
    }
    after = page.next;
  }
  const text = writeCreditFile(reporterOf(settings), { through, createdOn: today }, records);
  const problems = checkCreditFile(text);
  if (problems.length > 0)
    throw new Error(`The file for the credit bureaus contradicts itself: ${problems.join('; ')}`);
  const contentHash = createHash('sha256').update(text).digest();
  return inTransaction(database, async (transaction) => {
    const contentSealed = services.cipher.encrypt(text, identityOf(through));
    const file = { through, accounts: records.length, leftOut, contentSealed, contentHash, madeBy: by, madeAt: at };
    const made = { fileId: await insertCreditFile(transaction, file), accounts: records.length, leftOut };
    await within(transaction, made);
    return success(made);
  });
}

/** @throws Error if the stored file was altered */
export function readCreditFile({ cipher }: Pick<Services, 'cipher'>, file: CreditFile): string {
  const text = cipher.decrypt(file.contentSealed, identityOf(file.through));
  const hash = createHash('sha256').update(text).digest();
  if (!hash.equals(file.contentHash)) throw new Error(`The stored file ${file.fileId} was altered`);
  return text;
}

/** The records of the month before, to take back those that no longer hold. */
async function readFormer(services: Services, through: Day): Promise<ReadonlyMap<string, FormerReport>> {
  const before = day(
    Temporal.PlainDate.from(`${through.slice(0, 7)}-01`)
      .subtract({ days: 1 })
      .toString(),
  );
  const file = await findCreditFileOf(services.database, before);
  if (!file) return new Map();
  const lines = readCreditFile(services, file).split('\n').slice(1, -2);
  return new Map(
    lines.map((line) => {
      const { accountNumber, complianceCondition, consumerInformation } = readRecord(baseFields, line);
      const report = {
        complianceCondition: complianceCondition.trim(),
        consumerInformation: consumerInformation.trim(),
      };
      return [accountNumber.trim(), report];
    }),
  );
}

function reporterOf({ reporterName, reporterAddress, phone, programIds }: CreditBureauSettings): CreditReporter {
  return { name: reporterName, address: reporterAddress, phone, programIds };
}

function identityOf(through: Day): string {
  return `credit-file:${through}`;
}
