import type { MaskInputOptions } from 'maska';
import { useWatch } from 'react-hook-form';
import { BRANCH_MAX_LENGTH, type MessageType } from '#common/contact/rules/validate-message.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Field } from '#web/kit/Field.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Form } from '#web/kit/Form.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Button } from '#web/ui/Button.tsx';
import { MaskedTextField } from '#web/ui/MaskedTextField.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { FeedbackFields } from './FeedbackFields.tsx';
import { MessageField } from './MessageField.tsx';
import styles from './Messages.module.css';
import { type MessageFormState, useMessageForm } from './use-message-form.ts';
import { useSession } from '#web/data/session.ts';
import { PuzzleCaptcha } from './captcha/PuzzleCaptcha.tsx';
import { ReCaptcha } from './captcha/ReCaptcha.tsx';
import type { Captcha } from './captcha/use-captcha.ts';

const branchMask: MaskInputOptions = { mask: '#'.repeat(BRANCH_MAX_LENGTH) };

interface MessageFormProps {
  readonly onSend: () => void;
  readonly onSent: (type: MessageType) => void;
}

/** A question or feedback, with the writer's details and a captcha. */
export function MessageForm(props: MessageFormProps) {
  const state = useMessageForm(props);
  const { form, rules, captcha, busy, problems, error, submit } = state;
  const type = useWatch({ control: form.control, name: 'type' });
  return (
    <Form className={styles.form} onSubmit={submit}>
      {rules.isVisitor && <Writer state={state} />}
      {rules.isVisitor && rules.asksForBranch && (
        <Field
          use={MaskedTextField}
          label="contact.branch"
          hideWhen="messageOptions.hideBranchNumber"
          mask={branchMask}
          inputMode="numeric"
          autoComplete="off"
          error={error('branch')}
          {...form.register('branch')}
        />
      )}
      <TypeField state={state} />
      {type === 'Question' && (
        <>
          {!rules.isVisitor && <Writer state={state} />}
          <Field
            use={TextField}
            label="contact.subject"
            maxLength={150}
            autoComplete="off"
            error={error('subject')}
            {...form.register('subject')}
          />
        </>
      )}
      {type === 'Feedback' && <FeedbackFields state={state} />}
      {type !== '' && <MessageField state={state} isOptional={type === 'Feedback'} />}
      <CaptchaField captcha={captcha} />
      {problems.length > 0 && (
        <FocusedAlert>
          {problems.map((words) => (
            <p key={words}>
              <Text of={words} />
            </p>
          ))}
        </FocusedAlert>
      )}
      <div className={styles.send}>
        <Button type="submit" disabled={type === '' || busy}>
          <ControlName of="contact.send" />
        </Button>
        <output className={styles.sending}>
          {busy && (
            <>
              <Spinner size={50} />
              <Text of="contact.sending" />
            </>
          )}
        </output>
      </div>
    </Form>
  );
}

/** The writer's details; prefilled for a customer. */
function Writer({ state: { form, error } }: { readonly state: MessageFormState }) {
  return (
    <div className={styles.pair}>
      <Field
        use={TextField}
        label="contact.name"
        autoComplete="name"
        maxLength={100}
        error={error('name')}
        {...form.register('name')}
      />
      <Field
        use={TextField}
        label="contact.email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        error={error('email')}
        {...form.register('email')}
      />
    </div>
  );
}

function TypeField({ state: { form } }: { readonly state: MessageFormState }) {
  const hidesFeedback = useOption('messageOptions.hideFeedback');
  const { label: placeholder } = useLabel('contact.chooseType');
  const { label: question } = useLabel('contact.typeQuestion');
  const { label: feedback } = useLabel('contact.typeFeedback');
  const options = [
    ...(hidesFeedback ? [] : [{ value: 'Feedback', label: feedback }]),
    { value: 'Question', label: question },
  ];
  return (
    <Field
      use={SelectField}
      label="contact.type"
      placeholder={placeholder}
      options={options}
      // Errors of the other type no longer apply.
      {...form.register('type', { onChange: () => form.clearErrors() })}
    />
  );
}

/**
 * reCAPTCHA if the institution has a site key, otherwise our own captcha. Signed-in customers always get ours:
 * third-party scripts never run in a tab with a session.
 */
function CaptchaField({ captcha }: { readonly captcha: Captcha }) {
  const siteKey = useOption('messageOptions.captchaSiteKey');
  const isSignedIn = useSession() !== null;
  return isSignedIn || siteKey === '' ? (
    <PuzzleCaptcha captcha={captcha} />
  ) : (
    <ReCaptcha key={captcha.round} captcha={captcha} />
  );
}
