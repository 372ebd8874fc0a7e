import type { MailingAddress } from '#common/core/mailing-address.ts';
import { formatPhone, type PhoneOnFile } from '#common/profile/rules/phones.ts';
import { useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { NoBreak } from '#web/kit/NoBreak.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import styles from '../profile.module.css';

export function AddressOnFile({ address: { address1, city, state, zipCode } }: { readonly address: MailingAddress }) {
  const line = [address1, city, `${state} ${zipCode}`.trim()].filter((part) => part !== '').join(', ');
  return line === '' ? <Text of="profile.notSet" /> : line;
}

interface PhonesOnFileProps {
  readonly phones: readonly PhoneOnFile[];
  readonly onTexting: (phone: PhoneOnFile) => void;
}

export function PhonesOnFile({ phones, onTexting }: PhonesOnFileProps) {
  if (phones.length === 0) return <Text of="profile.notSet" />;
  return (
    <ul className={styles.phones}>
      {phones.map((phone) => (
        <li key={phone.number}>
          <NoBreak>{formatPhone(phone.number)}</NoBreak>
          {phone.primary && (
            <Chip tone="plain">
              <Text of="personalInfo.primary" />
            </Chip>
          )}
          <Texting phone={phone} disabled={false} onOpen={() => onTexting(phone)} />
        </li>
      ))}
    </ul>
  );
}

interface TextingProps {
  readonly phone: PhoneOnFile;
  readonly disabled: boolean;
  readonly onOpen: () => void;
}

/** What the phone is texted, where the institution texts at all. */
export function Texting({ phone, disabled, onOpen }: TextingProps) {
  const offersTexts = useOption('globalOptions.useTextMessagesOption');
  if (!offersTexts) return null;
  return (
    <>
      {phone.textsAgreed && (
        <Chip tone="ok">
          <Text of="personalInfo.textingOn" />
        </Chip>
      )}
      <Button look="text" disabled={disabled} onClick={onOpen}>
        <ControlName of="personalInfo.texting" with={{ number: formatPhone(phone.number) }} />
      </Button>
    </>
  );
}
