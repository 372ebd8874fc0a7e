import { QueryClient, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DeskAnswer, deskCall, DeskError, type DeskInput, type DeskKey, submissions } from './desk-client.ts';

export const deskQueries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Calls keep the session open, so only the person at the desk makes them.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (count, error) => count < 2 && error instanceof DeskError && (error.status === 0 || error.status >= 500),
    },
    // Fails when offline, instead of being sent later. What was sent, such as a bank file, ends with its page.
    mutations: { networkMode: 'always', gcTime: 0 },
  },
});

type GetKey = Extract<DeskKey, `GET ${string}`>;
type PostKey = Extract<DeskKey, `POST ${string}`>;

export function queryKeyOf<Key extends GetKey>(key: Key, input: DeskInput<Key>) {
  return [key, input] as const;
}

/** Data of a call; `error` says why there is none. While other data loads, the former stays. */
export function useDeskQuery<Key extends GetKey>(key: Key, input: DeskInput<Key>, enabled = true) {
  return useQuery<DeskAnswer<Key>>({ ...queryOf(key, input), enabled, placeholderData: (before) => before });
}

/** What a change would do: never what it would have done with former entries. */
export function useDeskPreview<Key extends GetKey>(key: Key, input: DeskInput<Key>, enabled = true) {
  return useQuery<DeskAnswer<Key>>({ ...queryOf(key, input), enabled });
}

function queryOf<Key extends GetKey>(key: Key, input: DeskInput<Key>) {
  return { queryKey: queryKeyOf(key, input), queryFn: () => deskCall(key, input) };
}

export function useSession() {
  return useSuspenseQuery<DeskAnswer<'GET /api/desk/session'>>({
    queryKey: ['GET /api/desk/session', {}],
    queryFn: () => deskCall('GET /api/desk/session', {}),
    staleTime: Infinity,
  }).data;
}

/** Sends a change; everything shown is read again afterwards. */
export function useDeskAction<Key extends PostKey>(key: Key) {
  const client = useQueryClient();
  const [send] = useState(submissions);
  return useMutation<DeskAnswer<Key>, Error, DeskInput<Key>>({
    mutationFn: (input) => send(key, input),
    onSuccess: () => client.invalidateQueries(),
  });
}
