import { type Day, day } from '../core/dates.ts';
import type { StatementItem, StatementType } from './statements.api.ts';

/** A monthly statement or the interest summary of a year. */
export interface ListedStatement {
  readonly statementId: string;
  readonly accountNumber: string;
  readonly type: StatementType;
  /** The first and last day of its period. */
  readonly from: Day;
  readonly through: Day;
  /** Who shows it: we, or an outside service. */
  readonly shownBy: 'us' | 'amsive' | 'archive';
}

const providers = { us: 0, amsive: 1, archive: 3 } as const;
const shownBy = { 0: 'us', 1: 'amsive', 3: 'archive' } as const;

export function statementToWire(statement: ListedStatement): StatementItem {
  return {
    Date: statement.through,
    Number: statement.accountNumber,
    Type: statement.type,
    Id: statement.statementId,
    Provider: providers[statement.shownBy],
    Start: statement.from,
    End: statement.through,
  };
}

export function statementFromWire(item: StatementItem): ListedStatement {
  return {
    statementId: item.Id,
    accountNumber: item.Number,
    type: item.Type,
    from: day(item.Start),
    through: day(item.End),
    shownBy: shownBy[item.Provider],
  };
}
