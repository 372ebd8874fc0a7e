import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { TextField } from '#web/ui/TextField.tsx';
import { render } from '#web/ui/render-component.tsx';
import { Form } from './Form.tsx';
import { rulesResolver } from './rules-resolver.ts';

interface Entry {
  readonly name: string;
  readonly city: string;
}

function Address({ disabled = false, onSend }: { disabled?: boolean; onSend: (entry: Entry) => void }) {
  const { formState, handleSubmit, register } = useForm<Entry>({
    defaultValues: { name: '', city: '' },
    resolver: rulesResolver(({ name, city }: Entry) => ({
      ...(name === '' ? { name: 'ssnStep.required' as const } : {}),
      ...(city === '' ? { city: 'ssnStep.required' as const } : {}),
    })),
  });
  return (
    <Form answersEnter={disabled} onSubmit={handleSubmit(onSend)}>
      <TextField label="Name" error={formState.errors.name?.message} {...register('name')} />
      <TextField label="City" error={formState.errors.city?.message} {...register('city')} />
      <button type="submit" disabled={disabled}>
        Send
      </button>
    </Form>
  );
}

it('focuses the first invalid field, keeps what was typed, and sends nothing', async () => {
  const sent: Entry[] = [];
  const form = await render(<Address onSend={(entry) => sent.push(entry)} />);
  await form.type('Name', 'Li');
  await form.press('Send');
  expect(document.activeElement).toBe(form.field('City'));
  expect(form.field('City').getAttribute('aria-invalid')).toBe('true');
  expect(form.field('Name').value).toBe('Li');
  expect(sent).toEqual([]);

  await form.type('City', 'Reno');
  expect(form.field('City').getAttribute('aria-invalid')).not.toBe('true');
  await form.press('Send');
  expect(sent).toEqual([{ name: 'Li', city: 'Reno' }]);
});

it('answers Enter while its button is disabled', async () => {
  const form = await render(<Address disabled onSend={() => undefined} />);
  await form.submitFrom('Name');
  expect(document.activeElement).toBe(form.field('Name'));
  expect(form.field('Name').getAttribute('aria-invalid')).toBe('true');
});
