import type { ReceivedMeans } from '#common/payments/rules/received-payment.ts';

export const meansNames: Readonly<Record<ReceivedMeans, string>> = { check: 'Check', wire: 'Wire', branch: 'Branch' };
