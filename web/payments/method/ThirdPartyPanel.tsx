import { ExternalLink } from 'lucide-react';
import { isPaidElsewhere } from '#common/payments/rules/availability.ts';
import type { ThirdPartyCards } from '#common/payments/rules/payment-settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import styles from './method.module.css';
import { OpensInNewTab } from '#web/kit/OpensInNewTab.tsx';

interface ThirdPartyPanelProps {
  readonly thirdParty: ThirdPartyCards;
  readonly onContinue: () => void;
}

/** This account's cards are paid at a third party (C-011): opens its link in a new tab, or continues here. */
export function ThirdPartyPanel({ thirdParty, onContinue }: ThirdPartyPanelProps) {
  return (
    <div className={styles.panel}>
      <p>
        <Text of="payMethod.thirdPartyText" />
      </p>
      {isPaidElsewhere(thirdParty) ? (
        <a className={buttonClass('primary')} href={thirdParty.link} target="_blank" rel="noreferrer">
          <ControlName of="payMethod.thirdPartyPay" />
          <ExternalLink size={18} aria-hidden="true" />
          <OpensInNewTab />
        </a>
      ) : (
        <Button onClick={onContinue}>
          <ControlName of="payMethod.thirdPartyContinue" />
        </Button>
      )}
    </div>
  );
}
