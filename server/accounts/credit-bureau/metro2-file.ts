import type { Day } from '#common/core/dates.ts';
import { RECORD_LENGTH, writeRecord } from './fixed-width.ts';
import {
  type BaseField,
  baseFields,
  countedStatuses,
  headerFields,
  type TrailerField,
  trailerFields,
} from './records.ts';

export interface CreditReporter {
  readonly name: string;
  readonly address: string;
  /** Ten digits, or empty. */
  readonly phone: string;
  /** Assigned by the bureaus; empty for one that gets no file. */
  readonly programIds: {
    readonly equifax: string;
    readonly experian: string;
    readonly transUnion: string;
    readonly innovis: string;
  };
}

export type BaseValues = Readonly<Partial<Record<BaseField, string>>>;

/** `MMDDYYYY`; zeros for no day. */
export function bureauDate(date: Day | null): string {
  return date === null ? '' : `${date.slice(5, 7)}${date.slice(8, 10)}${date.slice(0, 4)}`;
}

/** Writes a Metro 2 file: a header, a base segment for each account, and a trailer that counts them. */
export function writeCreditFile(
  reporter: CreditReporter,
  { through, createdOn }: { readonly through: Day; readonly createdOn: Day },
  accounts: readonly BaseValues[],
): string {
  const descriptor = String(RECORD_LENGTH);
  const { programIds } = reporter;
  const header = writeRecord(headerFields, {
    recordDescriptor: descriptor,
    recordIdentifier: 'HEADER',
    innovisId: programIds.innovis,
    equifaxId: programIds.equifax,
    experianId: programIds.experian,
    transUnionId: programIds.transUnion,
    activityDate: bureauDate(through),
    createdDate: bureauDate(createdOn),
    reporterName: reporter.name,
    reporterAddress: reporter.address,
    reporterPhone: reporter.phone,
    softwareVendor: 'PASSBOOK',
  });
  const records = accounts.map((account) =>
    writeRecord(baseFields, { ...account, recordDescriptor: descriptor, processingIndicator: '1' }),
  );
  const trailer = writeRecord(trailerFields, {
    ...totalsOf(accounts),
    recordDescriptor: descriptor,
    recordIdentifier: 'TRAILER',
  });
  return [header, ...records, trailer].map((record) => `${record}\n`).join('');
}

export function totalsOf(accounts: readonly BaseValues[]): Partial<Record<TrailerField, string>> {
  const count = (matches: (account: BaseValues) => boolean) => String(accounts.filter(matches).length);
  const isGiven = (value: string | undefined) => value !== undefined && /[1-9]/.test(value);
  const ssns = count(({ ssn }) => isGiven(ssn));
  const birthDates = count(({ birthDate }) => isGiven(birthDate));
  return {
    baseRecords: String(accounts.length),
    // Blocks are only of variable-length files.
    blockCount: '',
    ...Object.fromEntries(
      countedStatuses.map((status) => [`status${status}`, count((account) => account.accountStatus === status)]),
    ),
    ecoaZ: count(({ ecoa }) => ecoa === 'Z'),
    ssnAll: ssns,
    ssnBase: ssns,
    birthDatesAll: birthDates,
    birthDatesBase: birthDates,
    phones: count(({ phone }) => isGiven(phone)),
  };
}
