import { z } from 'zod';
import { defineDeskApi } from './desk-contract.ts';
import { deskFile } from './desk-files.ts';
import { reportNames } from './desk-lists.ts';

const span = { from: z.iso.date(), through: z.iso.date() };

export const reportsApi = defineDeskApi({
  'GET /api/desk/reports': {
    may: 'seeReports',
    summary:
      'Sign-ins, registrations, payments, returns against the limits of Nacha, messages and how soon they are answered',
    query: z.strictObject(span),
    answer: z.strictObject({
      days: z.array(
        z.strictObject({
          on: z.string(),
          signIns: z.number(),
          refusedSignIns: z.number(),
          registrations: z.number(),
          messages: z.number(),
        }),
      ),
      payments: z.array(
        z.strictObject({ method: z.string(), state: z.string(), count: z.number(), totalCents: z.number() }),
      ),
      returns: z.strictObject({
        /** By the day on which the return was taken. */
        codes: z.array(z.strictObject({ on: z.string(), code: z.string(), count: z.number(), totalCents: z.number() })),
        /** For each day of the span, the sixty days up to it: drafts sent, and drafts that came back. */
        days: z.array(
          z.strictObject({
            on: z.string(),
            drafts: z.number(),
            unauthorized: z.number(),
            administrative: z.number(),
            overall: z.number(),
          }),
        ),
      }),
      answers: z.strictObject({
        answered: z.number(),
        unanswered: z.number(),
        withinADay: z.number(),
        /** Half of the first answers came sooner; null without any. */
        medianMinutes: z.number().nullable(),
        /** By the week in which the conversation began. */
        weeks: z.array(
          z.strictObject({
            monday: z.string(),
            began: z.number(),
            answered: z.number(),
            unanswered: z.number(),
            medianMinutes: z.number().nullable(),
            ninetiethMinutes: z.number().nullable(),
          }),
        ),
      }),
    }),
  },
  'POST /api/desk/reports/export': {
    may: 'seeReports',
    summary: 'A report as CSV',
    records: 'desk-report-exported',
    body: z.strictObject({ ...span, report: z.enum(reportNames) }),
    answer: deskFile,
  },
});
