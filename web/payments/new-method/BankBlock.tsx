import { Landmark } from 'lucide-react';
import { Text } from '#web/kit/Text.tsx';
import styles from './new-method.module.css';
import type { BankLookup } from './use-bank.ts';

/** The bank of the routing number: name, address and number (P 2), announced when found. */
export function BankBlock({ lookup: { bank, busy } }: { readonly lookup: BankLookup }) {
  return (
    <div aria-live="polite">
      {busy && (
        <div className={styles.hint}>
          <Text of="achForm.lookingUp" />
        </div>
      )}
      {bank && (
        <div className={styles.bank}>
          <Landmark size={20} aria-hidden="true" />
          <div>
            <div className={styles.bankName}>{bank.name}</div>
            {bank.address !== '' && <div>{bank.address}</div>}
            <div>
              <Text of="achForm.bankPlace" with={{ city: bank.city, state: bank.state, zip: bank.zip }} />
            </div>
            <div>
              <Text of="achForm.bankRoutingNumber" with={{ routingNumber: bank.routingNumber }} />
            </div>
          </div>
        </div>
      )}
    </div>
  );
}
