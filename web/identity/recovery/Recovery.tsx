import type { TextKey } from '#common/contract/all-texts.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { PublicScreen } from '#web/kit/PublicScreen.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { StepBody } from '#web/kit/StepBody.tsx';
import { Text } from '#web/kit/Text.tsx';
import { type AnyStep, defineStep, useSteps } from '#web/kit/use-steps.ts';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { AnswerStep } from './AnswerStep.tsx';
import { IdentityStep } from './IdentityStep.tsx';
import styles from './Recovery.module.css';
import type { RecoveryValues } from './recovery-values.ts';

/** The steps of recovery: identity, answer or button, confirmation (A 2.10). */
const steps: readonly AnyStep<RecoveryValues>[] = [
  defineStep({
    id: 'identity',
    title: 'recovery.heading',
    applies: always,
    complete: ({ identity }) => identity !== undefined,
    component: IdentityStep,
  }),
  defineStep({
    id: 'question',
    title: 'recovery.questionHeading',
    applies: ({ identity }) => identity?.question !== '',
    complete: ({ question }) => question !== undefined,
    component: AnswerStep,
  }),
  defineStep({
    id: 'confirmation',
    title: 'recovery.confirmHeading',
    applies: ({ identity }) => identity?.question === '',
    complete: ({ confirmation }) => confirmation !== undefined,
    component: AnswerStep,
  }),
  defineStep({
    id: 'success',
    title: 'recovery.successHeading',
    applies: always,
    // The last step ends with leaving the screen.
    complete: () => false,
    component: Success,
  }),
];

const intros: Readonly<Partial<Record<keyof RecoveryValues, TextKey>>> = {
  identity: 'recovery.intro',
  confirmation: 'recovery.confirmIntro',
};

function always(): boolean {
  return true;
}

/** Recovery of a forgotten username or password (A 2.10). */
export function Recovery() {
  const wizard = useSteps<RecoveryValues, undefined>(steps, undefined);
  const { current: step, values, restart } = wizard;
  if (!step) return null;
  const intro = intros[step.id];
  return (
    <PublicScreen heading={step.title} step={step.id} {...(intro && { intro })}>
      <StepBody wizard={wizard} step={step} />
      <div className={styles.ways}>
        {values.identity && step.id !== 'success' && (
          <Button look="text" onClick={() => restart({})}>
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

function Success() {
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
