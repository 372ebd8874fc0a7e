import type { ColumnType } from 'kysely';
import type { InstantColumn } from '#server/platform/db/instants.ts';
import type { StatementDesign } from './statement-design.ts';
import type { DocumentFigures } from './statement-figures.ts';

/** The tables of this feature (migration 0007); both are append-only. */
export type StatementsTables = {
  statements: {
    account_number: string;
    period: string;
    figures: ColumnType<DocumentFigures, string, never>;
    design_hash: Uint8Array;
    made_at: InstantColumn;
  };
  statement_designs: {
    design_hash: Uint8Array;
    design: ColumnType<StatementDesign, string, never>;
  };
};
