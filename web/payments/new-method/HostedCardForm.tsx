import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { validateCardHolder } from '#common/payments/rules/card-rules.ts';
import { plainName } from '#common/core/plain-name.ts';
import { useOption, useText } from '#web/institution/settings.ts';
import { Form } from '#web/kit/Form.tsx';
import { rulesResolver } from '#web/kit/rules-resolver.ts';
import { Text } from '#web/kit/Text.tsx';
import { useFieldErrors } from '#web/kit/use-field-errors.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { CardHolderFields, CardNameFields } from './CardHolderFields.tsx';
import { cardFromValues, type CardValues, emptyCard } from './card-values.ts';
import styles from './new-method.module.css';
import type { NewMethodFormProps } from './new-method-form.ts';
import { type FrameAnswer, useCardFrame } from './use-card-frame.ts';

/** A form for a new card of which the processor's page, in a frame, asks for number, expiration and code. */
export function HostedCardForm({ id, settings, onContinue, children }: NewMethodFormProps) {
  const url = useOption('paymentOptions.cardFieldsUrl');
  const title = useText('cardFields.title');
  const [answer, setAnswer] = useState<FrameAnswer['kind'] | null>(null);
  const { control, formState, handleSubmit, register } = useForm<CardValues>({
    mode: 'onTouched',
    defaultValues: emptyCard,
    resolver: rulesResolver((values: CardValues) => validateCardHolder(cardFromValues(values), settings)),
  });
  const error = useFieldErrors(formState.errors);
  const submit = handleSubmit(async ({ firstName, lastName, zipCode, debitCredit }) => {
    setAnswer(null);
    const holder = { firstName: plainName(firstName), lastName: plainName(lastName), zipCode: zipCode.trim() };
    const answered = await tokenize(holder);
    if (answered.kind === 'token') await onContinue({ type: 'Card', tokenized: { ...answered.card, debitCredit } });
    else setAnswer(answered.kind);
  });
  const { place, state, height, attempt, reload, tokenize } = useCardFrame(url, () => void submit());

  return (
    <Form id={id} className={styles.form} autoComplete="on" onSubmit={submit}>
      <CardNameFields register={register} error={error} />
      <div className={styles.wide}>
        {state === 'late' ? (
          <Alert
            tone="bad"
            action={
              <Button look="quiet" onClick={reload}>
                <ControlName of="cardFields.again" />
              </Button>
            }
          >
            <Text of="cardFields.unavailable" />
          </Alert>
        ) : (
          <iframe
            key={attempt}
            ref={place}
            className={styles.frame}
            src={url}
            title={title ?? ''}
            height={height}
            // The page is on another host, so with its own origin it can't touch ours.
            // oxlint-disable-next-line react/iframe-missing-sandbox
            sandbox="allow-scripts allow-same-origin allow-forms"
            referrerPolicy="origin"
          />
        )}
      </div>
      <CardHolderFields control={control} register={register} error={error} settings={settings} />
      <div className={styles.wide}>
        {(answer === 'refused' || answer === 'failed') && (
          <Alert tone="bad">
            <Text of={answer === 'refused' ? 'cardFields.refused' : 'cardFields.failed'} />
          </Alert>
        )}
        {children(formState.isValid)}
      </div>
    </Form>
  );
}
