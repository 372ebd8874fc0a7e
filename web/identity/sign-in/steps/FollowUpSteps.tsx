import { type ComponentType, useEffect, useRef } from 'react';
import type { FollowUpStep, SecondFactor } from '#common/identity/sign-in.api.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { NoBreak } from '#web/kit/NoBreak.tsx';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Button } from '#web/ui/Button.tsx';
import { AgreementsStep } from './AgreementsStep.tsx';
import { AuthenticatorStep } from './AuthenticatorStep.tsx';
import { SecretQuestionStep } from './SecretQuestionStep.tsx';
import { SecurityCodeStep } from './SecurityCodeStep.tsx';
import { SsnStep } from './SsnStep.tsx';
import styles from './steps.module.css';
import { type FollowUpStepsProps, type StepProps, useFollowUp } from './use-follow-up.ts';
import { ChangePasswordForm } from '#web/identity/credentials/ChangePasswordForm.tsx';

interface StepScreen {
  readonly heading: TextKey;
  readonly intro: TextKey;
  readonly component: ComponentType<StepProps>;
}

const screens: Readonly<Record<FollowUpStep, StepScreen>> = {
  securityCode: { heading: 'securityCode.heading', intro: 'securityCode.intro', component: SecurityCodeStep },
  ssn: { heading: 'ssnStep.heading', intro: 'ssnStep.intro', component: SsnStep },
  changePassword: {
    heading: 'changePasswordStep.heading',
    intro: 'changePasswordStep.intro',
    component: ChangePasswordStep,
  },
  secretQuestion: { heading: 'secretQuestion.heading', intro: 'secretQuestion.intro', component: SecretQuestionStep },
  agreements: { heading: 'agreementsStep.heading', intro: 'agreementsStep.intro', component: AgreementsStep },
};

/** For customers with an authenticator app, instead of the code that is sent. */
const appScreen: StepScreen = {
  heading: 'securityCode.heading',
  intro: 'authenticatorStep.intro',
  component: AuthenticatorStep,
};

/** For a first sign-in without an e-mail address on file. */
const textScreen: StepScreen = { ...screens.securityCode, intro: 'securityCode.introText' };

/** The steps between the right password and the accounts, one at a time (A 2.6). */
export function FollowUpSteps(props: FollowUpStepsProps) {
  const { step, number, login, next, end } = useFollowUp(props);
  if (step === undefined) return null;
  const { heading, intro, component: Step } = screenOf(step, props.response.SecondFactor);
  return (
    <div className={styles.frame}>
      <div>
        <p className={styles.progress}>
          <Text of="signInSteps.progress" with={[number, props.response.FollowUpSteps.length]} />
        </p>
        <FocusedHeading key={step} of={heading} />
        <p className={styles.intro}>
          <Text of={intro} />
          {step === 'securityCode' && props.response.CodeSentTo !== '' && (
            <>
              {' '}
              <Text of="securityCode.sentTo" with={[<NoBreak key="sentTo">{props.response.CodeSentTo}</NoBreak>]} />
            </>
          )}
        </p>
      </div>
      <Step key={step} login={login} onDone={next} onOver={end} />
      <Button look="quiet" wide onClick={() => end(null)}>
        <ControlName of="signInSteps.cancel" />
      </Button>
    </div>
  );
}

function screenOf(step: FollowUpStep, secondFactor: SecondFactor): StepScreen {
  if (step !== 'securityCode') return screens[step];
  if (secondFactor === 'authenticator') return appScreen;
  return secondFactor === 'text' ? textScreen : screens.securityCode;
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

function ChangePasswordStep({ login, onDone }: StepProps) {
  return (
    <ChangePasswordForm
      token={login.changePasswordToken}
      loginName={login.response.UserName}
      onChanged={() => onDone()}
    />
  );
}
