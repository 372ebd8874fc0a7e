import type { SyntheticEvent } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { messageRulesFromOptions } from '#common/contact/message-rules-from-options.ts';
import {
  type MessageEntry,
  type MessageErrorKey,
  type MessageRules,
  type MessageType,
  validateMessage,
} from '#common/contact/rules/validate-message.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { reportClientError } from '#web/data/client-errors.ts';
import { type Outcome, useAction } from '#web/data/use-action.ts';
import { useSession } from '#web/data/session.ts';
import { useOptions, useTexts } from '#web/institution/settings.ts';
import { rulesResolver } from '#web/kit/rules-resolver.ts';
import { useUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { useFieldErrors } from '#web/kit/use-field-errors.ts';
import { useUnloadWarning } from '#web/kit/use-unload-warning.ts';
import { type Captcha, useCaptcha } from './captcha/use-captcha.ts';
import { isCaptchaRefused, isOutage, messageProblems, sendMessage, withoutCaptcha } from './send-message.ts';

/** The entry before a type is chosen; there are no other fields until then. */
export type MessageValues = Omit<MessageEntry, 'type'> & { readonly type: MessageType | '' };

export interface MessageFormState {
  readonly form: UseFormReturn<MessageValues>;
  readonly rules: MessageRules;
  readonly captcha: Captcha;
  readonly busy: boolean;
  /** Why it could not be sent. */
  readonly problems: readonly TextKey[];
  readonly error: (name: keyof MessageValues) => string | undefined;
  readonly submit: (event: SyntheticEvent) => Promise<void>;
}

interface Events {
  readonly onSend: () => void;
  readonly onSent: (type: MessageType) => void;
}

export function useMessageForm({ onSend, onSent }: Events): MessageFormState {
  const session = useSession();
  const option = useOptions();
  const text = useTexts();
  const rules = messageRulesFromOptions({ option, text }, session === null);
  const captcha = useCaptcha();
  const form = useForm<MessageValues>({
    mode: 'onTouched',
    defaultValues: {
      type: '',
      name: session?.personalName ?? '',
      email: session?.emailAddress ?? '',
      branch: '',
      subject: '',
      message: '',
      answerType: null,
      reason: null,
    },
    resolver: rulesResolver<MessageValues, MessageEntry, MessageErrorKey>((values) =>
      isTyped(values) ? validateMessage(values, rules) : {},
    ),
  });
  const error = useFieldErrors(form.formState.errors);
  useUnsavedChanges(form.formState.isDirty);
  // For visitors: their layout's guard loads with the first entry, and a reload may come earlier.
  useUnloadWarning();

  const sending = useAction(
    async (entry: MessageEntry): Promise<Outcome<unknown>> => {
      const code = await captcha.prove();
      return code === null ? withoutCaptcha : sendMessage(entry, code, session);
    },
    {
      onDone: (_answer, { type }) => onSent(type),
      onFailed(failure) {
        if (isCaptchaRefused(failure)) captcha.refuse();
        // M 8 requires reporting this failure as well as showing it.
        else if (isOutage(failure)) reportClientError(new Error('Cannot connect to the service'));
      },
    },
  );

  async function send(values: MessageValues) {
    if (!isTyped(values)) return;
    onSend();
    await sending.run(values);
  }

  return {
    form,
    rules,
    captcha,
    busy: sending.busy,
    problems: sending.failure ? messageProblems(sending.failure) : [],
    error,
    // Shows a captcha error together with field errors.
    submit: form.handleSubmit(send, captcha.demand),
  };
}

function isTyped(values: MessageValues): values is MessageEntry {
  return values.type !== '';
}
