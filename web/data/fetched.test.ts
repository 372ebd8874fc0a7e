import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { fetched } from './fetched.ts';

test('a failed reload counts as failed, and as busy during a retry', async () => {
  let answers = 0;
  const observer = new QueryObserver(new QueryClient(), {
    queryKey: ['thing'],
    queryFn: async () => {
      answers += 1;
      if (answers === 2) throw new Error('gone');
      return 'thing';
    },
    retry: false,
  });
  const shown: string[] = [];
  const stop = observer.subscribe((result) => {
    const thing = fetched(result as Parameters<typeof fetched>[0]);
    shown.push(thing.state === 'failed' && thing.busy ? 'failed, busy' : thing.state);
  });
  await observer.refetch();
  await observer.refetch();
  await observer.refetch();
  stop();
  expect(shown.filter((state, index) => state !== shown[index - 1])).toEqual([
    'loading',
    'ready',
    'failed',
    'failed, busy',
    'ready',
  ]);
});
