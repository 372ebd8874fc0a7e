import { call } from '#web/data/client.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './AccountLayout.module.css';
import type { Menu } from './menu.ts';

interface ApplyForLoanProps {
  readonly through: NonNullable<Menu['applyForLoan']>;
  /** Looks like a button, not like an entry of the menu. */
  readonly asButton?: boolean;
}

/** Leads to where a loan is applied for, in a new tab (A 2.2). */
export function ApplyForLoan({ through, asButton = false }: ApplyForLoanProps) {
  const look = asButton ? buttonClass('quiet') : styles.entry;
  const words = (
    <>
      <ControlName of="shell.applyForLoan" />
      <VisuallyHidden>
        <Text of="shell.opensInNewTab" />
      </VisuallyHidden>
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

/** The tab opens at once, as browsers allow right after a press only, and waits for its ticket. */
async function openOriginationService(): Promise<void> {
  const tab = open('', '_blank');
  if (!tab) return;
  const result = await call('GET /api/PassableToken/GetPassableToken', { query: { action: 'applyForLoan' } });
  if (result.kind !== 'answer') {
    tab.close();
    return;
  }
  // The page that opens there has no business with this one.
  tab.opener = null;
  tab.location.replace(`/api/ApplyForLoan?${new URLSearchParams({ token: result.body.PassableToken }).toString()}`);
}
