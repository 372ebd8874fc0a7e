import { call } from '#web/data/client.ts';

/** `unknown` if the server doesn't answer. */
export async function fetchMaintenanceState(): Promise<'open' | 'closed' | 'unknown'> {
  const result = await call('GET /api/MaintenanceMode');
  if (result.kind !== 'answer') return 'unknown';
  return result.body.isEnabled ? 'closed' : 'open';
}
