import { call } from '#web/data/client.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import styles from './AccountLayout.module.css';
import type { Menu } from './menu.ts';
import { OpensInNewTab } from '#web/kit/OpensInNewTab.tsx';

interface ApplyForLoanProps {
  readonly through: NonNullable<Menu['applyForLoan']>;
  /** Styled as a button instead of a menu entry. */
  readonly asButton?: boolean;
}

/** Opens the loan application in a new tab (A 2.2). */
export function ApplyForLoan({ through, asButton = false }: ApplyForLoanProps) {
  const look = asButton ? buttonClass('quiet') : styles.entry;
  const words = (
    <>
      <ControlName of="shell.applyForLoan" />
      <OpensInNewTab />
    </>
  );
  if (through === 'originationService') {
    return (
      <button type="button" className={look} onClick={() => void openOriginationService()}>
        {words}
      </button>
    );
  }
  return (
    <a className={look} href={through.address} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  );
}

/** Opens a tab at once, since browsers allow it only right after a click, and then loads the ticket's address. */
async function openOriginationService(): Promise<void> {
  const tab = open('', '_blank');
  if (!tab) return;
  const result = await call('GET /api/PassableToken/GetPassableToken', { query: { action: 'applyForLoan' } });
  if (result.kind !== 'answer') {
    tab.close();
    return;
  }
  // The opened page must not access this one.
  tab.opener = null;
  tab.location.replace(`/api/ApplyForLoan?${new URLSearchParams({ token: result.body.PassableToken }).toString()}`);
}
