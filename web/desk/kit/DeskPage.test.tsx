import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { render } from '#web/ui/render-component.tsx';
import { Loaded } from './DeskPage.tsx';

const asked = 'Did you get my check?';
let read = () => Promise.resolve(asked);

const answering = (question: string) => (
  <label>
    {question}
    <input />
  </label>
);

function Conversation() {
  return <Loaded query={useQuery({ queryKey: ['conversation'], queryFn: () => read() })}>{answering}</Loaded>;
}

it('an answer that is being typed stays when the conversation can no longer be read, and the page says so', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { page, press, type, field } = await render(
    <QueryClientProvider client={client}>
      <Conversation />
    </QueryClientProvider>,
  );
  await expect.poll(() => page.textContent).toContain(asked);
  await type(asked, 'We did.');

  read = () => Promise.reject(new Error('The database is down'));
  await client.refetchQueries();
  await expect.poll(() => page.textContent).toContain('This may be out of date.');
  expect(field(asked).value).toBe('We did.');

  read = () => Promise.resolve(asked);
  await press('Try again');
  await expect.poll(() => page.textContent).not.toContain('out of date');
  expect(field(asked).value).toBe('We did.');
});
