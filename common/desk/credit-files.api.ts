import { z } from 'zod';
import { approvedDownload, defineDeskApi, done, instant, reason } from './desk-contract.ts';
import { deskFile } from './desk-files.ts';

const fileId = z.number().int().positive();
const isFile = { exempt: 'the file of a month, which is of no customer' } as const;

export const creditFilesApi = defineDeskApi({
  'GET /api/desk/credit-files': {
    may: 'seeDays',
    summary: 'The files for credit bureaus that were made, and the accounts that each leaves out',
    answer: z.strictObject({
      /** Why none can be made; null if one can. */
      why: z.enum(['NotOurBooks', 'NoCreditBureau']).nullable(),
      /** The newest month that is over, such as `2026-10`. */
      newestMonth: z.string(),
      files: z.array(
        z.strictObject({
          fileId,
          /** The last day of its month. */
          through: z.string(),
          accounts: z.number(),
          leftOut: z.array(z.strictObject({ accountNumber: z.string(), why: z.string() })),
          sha256: z.string(),
          madeBy: z.string(),
          madeAt: instant,
          ...approvedDownload.shape,
        }),
      ),
    }),
  },
  'POST /api/desk/credit-files/make': {
    may: 'handleBankFiles',
    summary: 'Makes the file of a month for the credit bureaus from the books',
    records: 'desk-credit-file-made',
    keyed: true,
    body: z.strictObject({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/), reason }),
    answer: done,
  },
  'POST /api/desk/credit-files/ask': {
    may: 'handleBankFiles',
    summary: 'Asks a second person to let the caller download a file for credit bureaus once',
    objects: { 'body.fileId': isFile },
    records: 'desk-credit-file-asked',
    body: z.strictObject({ fileId, reason }),
    answer: done,
  },
  'POST /api/desk/credit-files/file': {
    may: 'handleBankFiles',
    confirmed: true,
    summary: 'Downloads an approved file for credit bureaus, once; it holds Social Security numbers',
    objects: { 'body.fileId': isFile },
    records: 'desk-credit-file-downloaded',
    body: z.strictObject({ fileId }),
    answer: deskFile,
  },
});
