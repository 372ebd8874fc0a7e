import { type ReactNode, useEffect, useRef } from 'react';
import type { FollowUpStep, SecondFactor } from '#common/identity/sign-in.api.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { NoBreak } from '#web/kit/NoBreak.tsx';
import { ChangePasswordForm } from '#web/identity/credentials/ChangePasswordForm.tsx';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { StepBody } from '#web/kit/StepBody.tsx';
import { Text } from '#web/kit/Text.tsx';
import { type AnyStep, defineStep } from '#web/kit/use-steps.ts';
import { Button } from '#web/ui/Button.tsx';
import { AgreementsStep } from './AgreementsStep.tsx';
import { AuthenticatorStep } from './AuthenticatorStep.tsx';
import { SecretQuestionStep } from './SecretQuestionStep.tsx';
import { SecurityCodeStep } from './SecurityCodeStep.tsx';
import { SsnStep } from './SsnStep.tsx';
import styles from './steps.module.css';
import {
  type FollowUp,
  type FollowUpStepProps,
  type FollowUpStepsProps,
  type FollowUpValues,
  useFollowUp,
} from './use-follow-up.ts';

const steps: readonly AnyStep<FollowUpValues, FollowUp>[] = [
  followUp('securityCode', 'securityCode.heading', CodeStep),
  followUp('ssn', 'ssnStep.heading', SsnStep),
  followUp('changePassword', 'changePasswordStep.heading', ChangePasswordStep),
  followUp('secretQuestion', 'secretQuestion.heading', SecretQuestionStep),
  followUp('agreements', 'agreementsStep.heading', AgreementsStep),
];

function followUp<const Id extends FollowUpStep>(
  id: Id,
  title: TextKey,
  component: (props: FollowUpStepProps) => ReactNode,
) {
  return defineStep<FollowUpValues, Id, FollowUp>({
    id,
    title,
    component,
    applies: (_, { login }) => login.steps.includes(id),
    complete: () => true,
  });
}

const intros: Readonly<Record<FollowUpStep, TextKey>> = {
  securityCode: 'securityCode.intro',
  ssn: 'ssnStep.intro',
  changePassword: 'changePasswordStep.intro',
  secretQuestion: 'secretQuestion.intro',
  agreements: 'agreementsStep.intro',
};

/** The steps between the right password and the accounts, one at a time (A 2.6). */
export function FollowUpSteps(props: FollowUpStepsProps) {
  const { wizard, login, end } = useFollowUp(steps, props);
  const { current: step, shown } = wizard;
  if (step === undefined) return null;
  const { codeSentTo, secondFactor } = login;
  return (
    <div className={styles.frame}>
      <div>
        <p className={styles.progress}>
          <Text
            of="signInSteps.progress"
            with={{ step: shown.findIndex(({ state }) => state === 'open') + 1, steps: shown.length }}
          />
        </p>
        <FocusedHeading key={step.id} of={step.title} />
        <p className={styles.intro}>
          <Text of={introOf(step.id, secondFactor)} />
          {step.id === 'securityCode' && codeSentTo !== '' && (
            <>
              {' '}
              <Text of="securityCode.sentTo" with={{ recipient: <NoBreak>{codeSentTo}</NoBreak> }} />
            </>
          )}
        </p>
      </div>
      <StepBody wizard={wizard} step={step} />
      <Button look="quiet" wide onClick={() => end(null)}>
        <ControlName of="signInSteps.cancel" />
      </Button>
    </div>
  );
}

/** The code of the customer's app, where one is set up, or the one that is sent. */
function CodeStep(props: FollowUpStepProps) {
  const hasApp = props.facts.login.secondFactor === 'authenticator';
  return hasApp ? <AuthenticatorStep {...props} /> : <SecurityCodeStep {...props} />;
}

function introOf(step: FollowUpStep, secondFactor: SecondFactor): TextKey {
  if (step !== 'securityCode') return intros[step];
  if (secondFactor === 'authenticator') return 'authenticatorStep.intro';
  // For a first sign-in without an email address on file.
  return secondFactor === 'text' ? 'securityCode.introText' : intros.securityCode;
}

function ChangePasswordStep({ facts: { login, onDone } }: FollowUpStepProps) {
  return <ChangePasswordForm token={login.changePasswordToken} loginName={login.username} onChanged={() => onDone()} />;
}

/** Takes the focus, since the clicked button went away with its step. */
function FocusedHeading({ of }: { readonly of: TextKey }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector('h1')?.focus(), []);
  return (
    <div ref={frame}>
      <PageHeading of={of} />
    </div>
  );
}
