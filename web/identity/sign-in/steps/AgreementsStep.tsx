import { listNeededAgreements } from '#common/identity/rules/needed-agreements.ts';
import { call } from '#web/data/client.ts';
import { useAgreements } from '#web/institution/agreements.ts';
import { useOption } from '#web/institution/settings.ts';
import { AgreementChoice } from '#web/kit/AgreementChoice.tsx';
import { Form } from '#web/kit/Form.tsx';
import { useAgreementChoices } from '#web/kit/use-agreement-choices.ts';
import { StepAlert } from './StepAlert.tsx';
import styles from './steps.module.css';
import { SubmitButton } from './SubmitButton.tsx';
import type { FollowUpStepProps } from './use-follow-up.ts';
import { useStepCall } from './use-step-call.ts';

const words = { clickFirst: 'agreementsStep.clickFirst', mustAgree: 'agreementsStep.mustAgree' } as const;

/** New terms for the customer, each with a checkbox (A 2.6). */
export function AgreementsStep({ facts: { login, onDone, onOver } }: FollowUpStepProps) {
  const agreements = listNeededAgreements(useAgreements(), 'login', login.agreed);
  const openFirst = useOption('agreementOptions.requireAgreementClickOption');
  const choices = useAgreementChoices(agreements);
  const { busy, problem, run, clear } = useStepCall(
    () =>
      call('POST /api/AgreementLogging', {
        body: {
          Agreements: agreements.map(({ hostNumber }) => hostNumber),
          UserName: login.username,
          TurnEStatementsOn: null,
        },
      }),
    { onAnswer: () => onDone(), problemOf: () => 'agreementsStep.failed', onOver },
  );

  async function submit() {
    if (await choices.check()) await run();
  }
  return (
    <Form className={styles.form} onSubmit={submit}>
      <StepAlert of={choices.isIncomplete ? 'agreementsStep.selectAll' : problem} />
      <ul className={styles.agreements}>
        {agreements.map((agreement) => (
          <li key={agreement.hostNumber}>
            <AgreementChoice
              agreement={agreement}
              words={words}
              openFirst={openFirst}
              choices={choices}
              onChange={clear}
            />
          </li>
        ))}
      </ul>
      <SubmitButton busy={busy} />
    </Form>
  );
}
