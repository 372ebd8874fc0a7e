import { act } from 'react';
import { useForm } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { type SignInEntry, validateSignIn } from '#common/identity/rules/validate-sign-in.ts';
import { renderScreen } from '#tests/builders/render-screen.tsx';
import { useTexts } from '#web/institution/settings.ts';
import { Form } from '#web/kit/Form.tsx';
import { FormField } from '#web/kit/FormField.tsx';
import { rulesResolver } from '#web/kit/rules-resolver.ts';
import { useFieldErrors } from '#web/kit/use-field-errors.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { SignInForm } from './SignInForm.tsx';

interface EntryForm {
  readonly onSignIn: (entry: SignInEntry) => Promise<void>;
}

/** The same two fields as every other form has them. */
function FormOfTheKit({ onSignIn }: EntryForm) {
  const text = useTexts();
  const { control, formState, handleSubmit } = useForm<SignInEntry>({
    mode: 'onTouched',
    defaultValues: { username: '', password: '' },
    resolver: rulesResolver(validateSignIn),
  });
  const errorOf = useFieldErrors(formState.errors);
  return (
    <Form answersEnter onSubmit={handleSubmit(onSignIn)}>
      <FormField
        use={TextField}
        label="login.username"
        control={control}
        entry="username"
        error={errorOf('username')}
      />
      <FormField
        use={TextField}
        label="login.password"
        control={control}
        entry="password"
        error={errorOf('password')}
      />
      <button type="submit" disabled={!formState.isValid}>
        {text('login.submit')}
      </button>
    </Form>
  );
}

const formOfSignIn = ({ onSignIn }: EntryForm) => <SignInForm busy={false} refusal={null} onSignIn={onSignIn} />;

// The form of the sign-in page doesn't load the form library, so it has to behave like the others by itself.
describe.each([
  ['the sign-in form', formOfSignIn],
  ['a form of the kit', FormOfTheKit],
])('%s', (_name, EntryForm) => {
  async function open() {
    const sent: SignInEntry[] = [];
    const form = await renderScreen(
      <EntryForm
        onSignIn={async (entry) => {
          sent.push(entry);
        }}
      />,
    );
    const field = (label: string) => {
      const input = form.field(label);
      const error = document.getElementById(input.getAttribute('aria-describedby')?.split(' ')[0] ?? '');
      return { input, invalid: input.getAttribute('aria-invalid') === 'true', error: error?.textContent ?? '' };
    };
    const leave = (label: string) =>
      act(async () => {
        form.field(label).focus();
        form.field(label).blur();
      });
    const pressEnter = async (label: string) => {
      await act(async () => {
        form.field(label).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      });
      await form.submitFrom(label);
    };
    return { ...form, sent, field, leave, pressEnter };
  }

  it('sends both entries as they were typed, spaces of the password included', async () => {
    const form = await open();
    await form.type('Username', 'li.wei');
    await form.type('Password', ' Harbor ');
    await form.press('Sign in');
    expect(form.sent).toEqual([{ username: 'li.wei', password: ' Harbor ' }]);
  });

  it('waits with its button until nothing is missing', async () => {
    const form = await open();
    await expect(form.press('Sign in')).rejects.toThrow('No button');
    await form.type('Username', 'li.wei');
    await expect(form.press('Sign in')).rejects.toThrow('No button');
  });

  it('answers Enter with what is missing, beside the field and with the focus in it', async () => {
    const form = await open();
    await form.type('Username', 'li.wei');
    await form.pressEnter('Username');
    expect(form.field('Password')).toMatchObject({ invalid: true, error: 'You must enter a password' });
    expect(document.activeElement).toBe(form.field('Password').input);
    expect(form.field('Username')).toMatchObject({ invalid: false, input: { value: 'li.wei' } });
    expect(form.sent).toEqual([]);
  });

  it('names an error when its field is left, and takes it back with the first letter', async () => {
    const form = await open();
    await form.leave('Username');
    expect(form.field('Username')).toMatchObject({ invalid: true, error: 'You must enter a username' });
    expect(form.field('Password').invalid).toBe(false);
    await form.type('Username', 'l');
    expect(form.field('Username').invalid).toBe(false);
  });

  it('keeps the entries after they were sent', async () => {
    const form = await open();
    await form.type('Username', 'li.wei');
    await form.type('Password', 'wrong');
    await form.press('Sign in');
    expect([form.field('Username').input.value, form.field('Password').input.value]).toEqual(['li.wei', 'wrong']);
  });
});
