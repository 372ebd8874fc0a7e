import { Trash2 } from 'lucide-react';
import { useLabel } from '#web/institution/settings.ts';
import { Text } from '#web/kit/Text.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { DoneLine } from '../DoneLine.tsx';
import type { MethodName } from './method-name.ts';
import styles from './method.module.css';
import { useMethodName } from './use-method-name.ts';

/** A method used only for this payment. */
export function SingleUseLine({ name, onRemove }: { readonly name: MethodName; readonly onRemove: () => void }) {
  const shownName = useMethodName()(name);
  const remove = useLabel('payMethod.removeSingleUse', shownName);
  return (
    <div className={styles.line}>
      <div>
        <DoneLine title={shownName} detail={<Text of="payMethod.singleUse" />} />
      </div>
      <IconButton label={remove.label} onClick={onRemove} icon={<Trash2 size={18} aria-hidden="true" />} />
    </div>
  );
}
