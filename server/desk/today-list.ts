import type { z } from 'zod';
import type { workApi } from '#common/desk/work.api.ts';

/** Work that waits for a person, and figures beside it. */
export type Today = z.input<(typeof workApi)['GET /api/desk/today']['answer']>;
