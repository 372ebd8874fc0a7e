import type { VerificationRefusal } from '#common/profile/profile.api.ts';
import { call } from '#web/data/client.ts';
import { type ProblemTexts, problemText, textsByCode } from '#web/data/problem-text.ts';
import { useAction } from '#web/data/use-action.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { refreshProfile } from '#web/profile/profile-data.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from '../profile.module.css';

const codes = ['AlreadyVerified', 'NoAddress', 'NotOnFileYet', 'TooManyRequests'] as const satisfies readonly (
  | VerificationRefusal
  | 'TooManyRequests'
)[];

const texts: ProblemTexts<(typeof codes)[number]> = {
  codes: textsByCode(codes, (code) => `sendVerificationError.${code}`),
  other: 'sendVerificationError.failed',
  failed: 'sendVerificationError.failed',
  refusedWith: [200, 429],
};

/** Says that the address isn't verified, and emails another link that verifies it. */
export function AddressProof({ emailAddress }: { readonly emailAddress: string }) {
  const { busy, done, failure, run } = useAction(() => call('POST /api/Profile/SendVerification'), {
    onFailed: refreshProfile,
  });
  return (
    <div className={styles.proof}>
      <span className={styles.hint}>
        <Text of="userInfo.notVerified" />
      </span>
      <Button look="text" busy={busy} onClick={() => void run()}>
        <ControlName of={busy ? 'userInfo.sendingVerification' : 'userInfo.sendVerification'} />
      </Button>
      {done && (
        <Alert tone="info">
          <Text of="userInfo.verificationSent" with={{ email: emailAddress }} />
        </Alert>
      )}
      {failure && (
        <Alert tone="bad">
          <Text of={problemText(failure, texts)} />
        </Alert>
      )}
    </div>
  );
}
