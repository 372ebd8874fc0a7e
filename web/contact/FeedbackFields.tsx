import { Controller, useWatch } from 'react-hook-form';
import { reasonText } from '#common/contact/message-rules-from-options.ts';
import type { AnswerType, ReasonNumber } from '#common/contact/rules/validate-message.ts';
import { useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { RadioCards, type RadioCardsProps } from '#web/ui/RadioCards.tsx';
import type { MessageFormState } from './use-message-form.ts';

/** Rating first, then a reason; each rating has its own reasons, the last being another one (M 2). */
export function FeedbackFields({ state: { form, rules, error } }: { readonly state: MessageFormState }) {
  const text = useTexts();
  const { control, setValue } = form;
  const answerType = useWatch({ control, name: 'answerType' });
  const reasons = answerType === null ? [] : rules.reasons[answerType];
  return (
    <>
      <Controller
        control={control}
        name="answerType"
        render={({ field }) => (
          <Field<RadioCardsProps<AnswerType>>
            use={RadioCards}
            label="feedback.question"
            cards={[
              { value: 'Good', label: text('feedback.good') },
              { value: 'CouldBeBetter', label: text('feedback.couldBeBetter') },
            ]}
            value={field.value}
            onChange={(value) => {
              setValue('reason', null);
              field.onChange(value);
            }}
            error={error('answerType')}
          />
        )}
      />
      {answerType !== null && reasons.length > 0 && (
        <Controller
          control={control}
          name="reason"
          render={({ field }) => (
            <Field<RadioCardsProps<ReasonNumber>>
              use={RadioCards}
              label={answerType === 'Good' ? 'feedback.goodQuestion' : 'feedback.betterQuestion'}
              cards={reasons.map((reason) => ({ value: reason, label: text(reasonText(answerType, reason)) }))}
              value={field.value}
              onChange={field.onChange}
              error={error('reason')}
            />
          )}
        />
      )}
    </>
  );
}
