import { useForm, useWatch } from 'react-hook-form';
import { expect, it } from 'vitest';
import { render } from '#web/ui/render-component.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useState } from 'react';
import { useSavedValues } from './use-saved-values.ts';

const onFile = { login: 'li.wei', email: 'li@example.com' };

/** Two fields, and buttons that stand for another window. */
function Profile() {
  const [saved, save] = useState(onFile);
  const { control, register, setValue } = useForm({ defaultValues: onFile });
  const values = useWatch({ control }) as typeof onFile;
  const { conflicts, isEdited } = useSavedValues(saved, values, setValue);
  return (
    <>
      <TextField label="Login" {...register('login')} />
      <TextField label="Email" {...register('email')} />
      <button type="button" onClick={() => save({ ...saved, email: 'new@example.com' })}>
        Other window: email
      </button>
      <button type="button" onClick={() => save({ ...saved, login: 'li.wei.3' })}>
        Other window: login
      </button>
      <output>{conflicts.map(({ name, onFile: kept, typed }) => `${name}: ${kept} or ${typed}`).join()}</output>
      <p>{(['login', 'email'] as const).filter(isEdited).join()}</p>
    </>
  );
}

const conflictsIn = (page: HTMLElement) => page.querySelector('output')?.textContent;
const editedIn = (page: HTMLElement) => page.querySelector('p')?.textContent;

it('shows a value saved in another window unless the customer edited the field', async () => {
  const { page, field, type, press } = await render(<Profile />);
  await type('Login', 'li.wei.2');
  await press('Other window: email');
  expect(field('Email').value).toBe('new@example.com');
  expect(field('Login').value).toBe('li.wei.2');
  expect(editedIn(page)).toBe('login');
  expect(conflictsIn(page)).toBe('');
});

it('shows both values of a field edited here and in another window', async () => {
  const { page, field, type, press } = await render(<Profile />);
  await type('Login', 'li.wei.2');
  await press('Other window: login');
  expect(field('Login').value).toBe('li.wei.2');
  expect(conflictsIn(page)).toBe('login: li.wei.3 or li.wei.2');
});

it('there is no conflict when both windows chose the same value', async () => {
  const { page, type, press } = await render(<Profile />);
  await type('Login', 'li.wei.3');
  await press('Other window: login');
  expect(conflictsIn(page)).toBe('');
  expect(editedIn(page)).toBe('');
});

it('a field counts as unedited again when the customer types the saved value back', async () => {
  const { page, type } = await render(<Profile />);
  await type('Login', 'li');
  expect(editedIn(page)).toBe('login');
  await type('Login', 'li.wei');
  expect(editedIn(page)).toBe('');
});
