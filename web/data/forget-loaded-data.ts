import { beforeAll } from 'vitest';
import { queryClient } from './query-client.ts';

// Component tests share loaded modules, but not what earlier files put into the cache.
beforeAll(() => queryClient.clear());
