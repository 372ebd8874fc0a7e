import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import { accountNumber, dollars, isoDay, recurringDetails, submittedAch } from './payment-shapes.api.ts';

export const draftAgreementStatuses = ['Current', 'Superseded', 'Ended'] as const;

const token = z.string().max(64);

const preparation = z.strictObject({
  LoanAccountNumber: accountNumber,
  /** Null if an edited recurring payment keeps its bank account. */
  AchInfo: submittedAch.nullable(),
  /** The handle of the recurring payment being changed; omitted for a new one. */
  EncryptedString: z.string().max(2_000).optional(),
  Amount: dollars,
  AdditionalPrincipal: dollars,
  /** The customer's UTC offset in minutes, as a browser reports it: the agreement shows both local times (C-068). */
  LocalTimeOffset: z.number().int().min(-900).max(900),
  daysBeforeDue: z.number().int().min(0).max(31),
  /** Not in P 7: the schedule the agreement names. If omitted, payments follow the due date. */
  RecurringOption: recurringDetails.shape.RecurringOption.optional(),
  PaymentDate: isoDay.optional(),
});

export type DraftAgreementPreparation = z.infer<typeof preparation>;

export const draftAgreementsApi = defineApi({
  'POST /api/AchDraftAgreement/PrepareAchDraftAgreementPreview': {
    access: 'session',
    summary:
      'Prepares the agreement of a recurring bank draft; its token opens the preview once and is sent with the submission',
    objects: {
      'body.LoanAccountNumber': 'account',
      'body.AchInfo.ProfileId': 'paymentMethod',
      'body.AchInfo.AccountNumber': { exempt: 'the account at a bank, as typed' },
      'body.AchInfo.LoanAccountNumber': 'account',
      'body.EncryptedString': 'plannedPayment',
    },
    gate: { switch: 'globalOptions.requireAchDraftAgreementOption', is: true },
    body: preparation,
    answers: { 200: z.union([z.strictObject({ ...envelope.shape, PassableToken: z.string() }), envelope]) },
  },
  'GET /api/AchDraftAgreement/RenderACHDraftAgreementPreview': {
    access: 'ticket',
    ticket: { action: 'achDraftPreview', parameter: 'token' },
    summary: 'The agreement as it would be signed, in a new tab',
    query: z.strictObject({ token }),
    contentType: 'text/html; charset=utf-8',
    answers: { 200: z.string() },
  },
  'GET /api/AchDraftAgreement/GetACHDrafts': {
    access: 'session',
    whileViewing: true,
    summary: "The customer's signed bank draft agreements",
    answers: {
      200: z.strictObject({
        ...envelope.shape,
        List: z.array(
          z.strictObject({
            Id: z.string(),
            LoanAccountNumber: z.string(),
            CreationDate: z.string(),
            /** `Superseded`: replaced when its payment was changed. `Ended`: no longer used for drafts. */
            Status: z.enum(draftAgreementStatuses),
          }),
        ),
      }),
    },
  },
  'GET /api/AchDraftAgreement/RenderACHDraftAgreement': {
    access: 'ticket',
    ticket: { action: 'achDraft', parameter: 'token', object: 'query.guid' },
    summary: 'A signed agreement, in a new tab',
    objects: {
      'query.guid': 'authorization',
    },
    query: z.strictObject({ token, guid: z.string().max(64) }),
    contentType: 'text/html; charset=utf-8',
    answers: { 200: z.string() },
  },
});
