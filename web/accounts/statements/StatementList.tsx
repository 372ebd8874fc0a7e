import { FileText } from 'lucide-react';
import { useId, useState } from 'react';
import type { ListedStatement } from '#common/accounts/statements.wire.ts';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { DayText } from '#web/kit/DayText.tsx';
import { openInNewTab } from '#web/kit/open-in-new-tab.ts';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { externalStatementAddress, statementAddress } from './statement-list-data.ts';
import styles from './statements.module.css';
import { OutsideLinkDialog } from '#web/kit/OutsideLinkDialog.tsx';
import { useOpening } from '#web/kit/use-opening.ts';
import { OpensInNewTab } from '#web/kit/OpensInNewTab.tsx';

/** Rows of a longer list before it is unfolded; paper always has all of them. */
const FOLDED_ROWS = 4;

interface ExternalStatementDialogProps {
  readonly address: string;
  readonly onClose: () => void;
}

/** The available statements: ours in a new tab, an outside service's after a notice about leaving. */
export function StatementList({ statements }: { readonly statements: readonly ListedStatement[] }) {
  const caption = useLabel('eStatements.heading');
  const listId = useId();
  const [all, setAll] = useState(false);
  const opening = useOpening<string>();
  const [external, setExternal] = useState<string | null>(null);

  const view = (statement: ListedStatement) =>
    opening.run(statement.statementId, async () => {
      if (statement.shownBy === 'us') return openInNewTab(() => statementAddress(statement));
      const address = await externalStatementAddress(statement);
      setExternal(address);
      return address !== null;
    });
  return (
    <>
      {opening.failed && (
        <Alert tone="bad">
          <Text of="eStatements.viewError" />
        </Alert>
      )}
      <ul
        id={listId}
        className={styles.list}
        aria-label={caption.label}
        data-folded={!all && statements.length > FOLDED_ROWS + 1}
      >
        {statements.map((statement) => (
          <li key={statement.statementId}>
            <Button look="name" busy={opening.item === statement.statementId} onClick={() => void view(statement)}>
              <FileText size={18} aria-hidden="true" />
              <StatementName statement={statement} />
            </Button>
            <span className={styles.quiet}>
              <DayText day={statement.through} />
            </span>
          </li>
        ))}
      </ul>
      {statements.length > FOLDED_ROWS + 1 && (
        <div>
          <Button look="text" aria-expanded={all} aria-controls={listId} onClick={() => setAll(!all)}>
            {all ? (
              <ControlName of="eStatements.showFewer" />
            ) : (
              <ControlName of="eStatements.showAll" with={{ count: String(statements.length) }} />
            )}
          </Button>
        </div>
      )}
      {external !== null && <ExternalStatementDialog address={external} onClose={() => setExternal(null)} />}
    </>
  );
}

function StatementName({ statement }: { readonly statement: ListedStatement }) {
  const date = Temporal.PlainDate.from(statement.through);
  return (
    <span>
      {statement.type === 'Statement' ? (
        <Text
          of="eStatements.month"
          with={{ month: date.toLocaleString('en-US', { month: 'long', year: 'numeric' }) }}
        />
      ) : (
        <Text of="eStatements.interestSummary" with={{ year: String(date.year) }} />
      )}
      {statement.shownBy === 'us' && <OpensInNewTab />}
    </span>
  );
}

/** Tells where the statement is before leaving the site. */
function ExternalStatementDialog({ address, onClose }: ExternalStatementDialogProps) {
  return (
    <OutsideLinkDialog
      width={400}
      title="externalStatement.title"
      cancel="externalStatement.cancel"
      open="externalStatement.continue"
      address={address}
      onClose={onClose}
    >
      <Text of="externalStatement.text" with={{ site: new URL(address).host }} />
    </OutsideLinkDialog>
  );
}
