import type { InstitutionLengths } from '#common/institution/institution-lengths.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { ImportProblems } from '#server/platform/import/import-problems.ts';

export type ImportFile = 'customers' | 'accounts' | 'loans' | 'history';

export interface ImportRun {
  readonly transaction: Transaction;
  readonly clock: Clock;
  readonly cipher: FieldCipher;
  readonly problems: ImportProblems;
  readonly unlikely: ImportProblems;
  readonly servicing: ServicingRules;
  /** Of the parts of account numbers. */
  readonly lengths: InstitutionLengths;
}
