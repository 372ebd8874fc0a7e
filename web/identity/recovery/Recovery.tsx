import type { TextKey } from '#common/contract/all-texts.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { PublicScreen } from '#web/kit/PublicScreen.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Text } from '#web/kit/Text.tsx';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { AnswerStep } from './AnswerStep.tsx';
import { IdentityStep } from './IdentityStep.tsx';
import styles from './Recovery.module.css';
import { type Recovery as RecoveryUnderWay, useRecovery } from './use-recovery.ts';

/** Recovery of a forgotten username or password (A 2.10). */
export function Recovery() {
  const recovery = useRecovery();
  const { state, refusal } = recovery;
  return (
    <PublicScreen {...wordsOf(state)} step={state.step}>
      {refusal && (
        <FocusedAlert key={refusal}>
          <Text of={refusal} />
        </FocusedAlert>
      )}
      <Step recovery={recovery} />
      <div className={styles.ways}>
        {state.step === 'answer' && (
          <Button look="text" onClick={recovery.startOver}>
            <ControlName of="recovery.startOver" />
          </Button>
        )}
        <ScreenLink to={paths.login}>
          <ControlName of="recovery.cancel" />
        </ScreenLink>
      </div>
    </PublicScreen>
  );
}

function Step({ recovery: { state, busy, identify, finish } }: { readonly recovery: RecoveryUnderWay }) {
  switch (state.step) {
    case 'identity':
      return <IdentityStep busy={busy} onIdentify={identify} />;
    case 'answer':
      return <AnswerStep {...state} busy={busy} onFinish={finish} />;
    case 'success':
      return (
        <>
          <Alert tone="ok">
            <Text of="recovery.success" />
          </Alert>
          <p className={styles.hint}>
            <Text of="recovery.successHint" />
          </p>
        </>
      );
  }
}

function wordsOf(state: RecoveryUnderWay['state']): { heading: TextKey; intro?: TextKey } {
  switch (state.step) {
    case 'identity':
      return { heading: 'recovery.heading', intro: 'recovery.intro' };
    case 'answer':
      return state.question === ''
        ? { heading: 'recovery.confirmHeading', intro: 'recovery.confirmIntro' }
        : { heading: 'recovery.questionHeading' };
    case 'success':
      return { heading: 'recovery.successHeading' };
  }
}
