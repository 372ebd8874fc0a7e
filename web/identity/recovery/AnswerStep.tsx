import { useForm } from 'react-hook-form';
import { identityToWire } from '#common/identity/recovery.wire.ts';
import { stripUnsafe } from '#common/identity/rules/safe-input.ts';
import { hasAllowedCharacters } from '#common/identity/rules/secret-answer.ts';
import { call, type CallResult } from '#web/data/client.ts';
import { useAction } from '#web/data/use-action.ts';
import { useOption, useText } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Field } from '#web/kit/Field.tsx';
import { Form } from '#web/kit/Form.tsx';
import { Text } from '#web/kit/Text.tsx';
import type { StepProps } from '#web/kit/use-steps.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './Recovery.module.css';
import { RecoveryRefusal } from './RecoveryRefusal.tsx';
import { nothingFound, type RecoveryValues } from './recovery-values.ts';
import { useRecoveryFields } from './use-recovery-fields.ts';

interface AnswerEntry {
  readonly answer: string;
}

/** The username that was found, and the secret question or just a button (A 2.10). */
export function AnswerStep({ values, onChange, onDone }: StepProps<RecoveryValues, 'question' | 'confirmation'>) {
  const pattern = useOption('loginOptions.secretAnswerPattern');
  const credentialExpiration = useOption('recoveryOptions.credentialExpiration');
  const required = useText('recovery.secretAnswerRequired');
  const { formState, handleSubmit, register, setValue, trigger } = useForm<AnswerEntry>({
    mode: 'onTouched',
    defaultValues: { answer: '' },
  });
  const { busy, failure, run } = useAction(recover, {
    onDone: () => {
      onChange('sent');
      onDone();
    },
  });
  const { entry, loginName, question } = values.identity ?? nothingFound;
  const fields = useRecoveryFields();
  const asks = question !== '';

  function recover({ answer }: AnswerEntry): Promise<CallResult<unknown>> {
    const identity = identityToWire(entry, fields);
    const said = { LogonName: loginName, CredentialExpiration: credentialExpiration };
    if (!asks) {
      const { DateOfBirth: _unused, ...rest } = identity;
      return call('POST /api/Recovery/GenerateNewPassword', { body: { ...rest, ...said } });
    }
    const body = { ...identity, ...said, SecretQuestion: question, SecretAnswer: answer };
    return call('POST /api/Recovery/AnswerSecretQuestion', { body });
  }
  return (
    <>
      <RecoveryRefusal failure={failure} />
      <Form
        className={styles.form}
        onSubmit={handleSubmit(run)}
        // A disabled button would ignore Enter without a message.
        onKeyDown={({ key }) => {
          if (key === 'Enter' && !formState.isValid) void trigger();
        }}
      >
        <dl className={styles.facts}>
          <dt>
            <Text of="recovery.loginName" />
          </dt>
          <dd>{loginName}</dd>
          <dd className={styles.hint}>
            <Text of="recovery.loginNameHint" />
          </dd>
          {asks && (
            <>
              <dt>
                <Text of="recovery.secretQuestion" />
              </dt>
              <dd>{question}</dd>
            </>
          )}
        </dl>
        {asks && (
          <Field
            use={TextField}
            label="recovery.secretAnswer"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={256}
            error={formState.errors.answer && (required ?? '')}
            {...register('answer', {
              validate: (answer) => answer.trim() !== '',
              onChange: ({ target: { value } }) => {
                // Accepted answers never contain what the filter strips, unless the institution allows it.
                if (!hasAllowedCharacters(value, pattern)) setValue('answer', stripUnsafe(value));
              },
            })}
          />
        )}
        <Button type="submit" wide disabled={!formState.isValid} busy={busy}>
          <ControlName of={busy ? 'recovery.continuing' : 'recovery.continue'} />
        </Button>
      </Form>
    </>
  );
}
