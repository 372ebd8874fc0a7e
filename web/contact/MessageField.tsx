import { useWatch } from 'react-hook-form';
import { counterTone, MESSAGE_MAX_LENGTH } from '#common/contact/rules/validate-message.ts';
import { Field } from '#web/kit/Field.tsx';
import { Text } from '#web/kit/Text.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './Messages.module.css';
import type { MessageFormState } from './use-message-form.ts';

interface MessageFieldProps {
  readonly state: MessageFormState;
  readonly isOptional: boolean;
}

/** The text field, with a counter of remaining characters. */
export function MessageField({ state: { form, error }, isOptional }: MessageFieldProps) {
  const message = useWatch({ control: form.control, name: 'message' });
  const left = MESSAGE_MAX_LENGTH - message.length;
  return (
    <div>
      <Field
        use={TextAreaField}
        label={isOptional ? 'contact.optionalMessage' : 'contact.message'}
        hint="contact.messageHint"
        aside={<Counter left={left} />}
        maxLength={MESSAGE_MAX_LENGTH}
        error={error('message')}
        {...form.register('message')}
      />
      <Announcement left={left} />
    </div>
  );
}

const toneClasses = { quiet: undefined, noted: styles.noted, loud: styles.loud };

function Counter({ left }: { readonly left: number }) {
  return (
    <span className={classNames(styles.counter, toneClasses[counterTone(left)])} data-tone={counterTone(left)}>
      {left === 1 ? (
        <Text of="contact.oneCharacterLeft" />
      ) : (
        <Text of="contact.charactersLeft" with={{ count: String(left) }} />
      )}
    </span>
  );
}

/** Announced only at these counts; announcing every letter would be too much. */
const saidAt: readonly number[] = [100, 50, 20, 10, 0];

function Announcement({ left }: { readonly left: number }) {
  const limit = saidAt.findLast((each) => left <= each);
  return (
    <VisuallyHidden>
      <output>{limit !== undefined && <Text of="contact.fewLeft" with={{ count: String(limit) }} />}</output>
    </VisuallyHidden>
  );
}
