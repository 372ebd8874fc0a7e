import type { DeskAnswer } from '#web/desk/data/desk-client.ts';

export type Document = DeskAnswer<'GET /api/desk/documents'>['documents'][number];

export const scanWords: Readonly<Record<Document['scan'], string>> = {
  clean: 'Clean',
  notScanned: 'No scanner',
  unknown: 'Not known',
};

export const reviewTones = { waiting: 'warn', accepted: 'ok', declined: 'bad' } as const;
