import { z } from 'zod';
import { BRANCH_MAX_LENGTH, MESSAGE_MAX_LENGTH, reasonNumbers } from './rules/validate-message.ts';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import { singleLine } from '#common/contract/single-line.ts';

export const contactErrorCodes = [
  /** Captcha missing, wrong, already used or expired. */
  'CaptchaInvalid',
  /** The captcha service doesn't respond. */
  'CaptchaUnavailable',
  /** The form would have refused it. */
  'InvalidEntry',
] as const;

export type ContactErrorCode = (typeof contactErrorCodes)[number];

const branch = singleLine(BRANCH_MAX_LENGTH);

/** The sender as the browser names it (M 3). For a customer, only the session counts. */
const sender = z.strictObject({
  Email: singleLine(254),
  PersonalName: singleLine(200),
  ServicingBranch: z.union([singleLine(20), z.number().int().min(0)]),
  UserAgent: singleLine(500),
  Username: singleLine(128),
});

/** Good or CouldBeBetter, and the number of the follow-up answer. */
const answers = {
  AnswerType: z.enum(['Good', 'CouldBeBetter']).optional(),
  AnswerGood: z.enum(reasonNumbers).optional(),
  AnswerBad: z.enum(reasonNumbers).optional(),
};

const surveyAnswer = z.discriminatedUnion('Question', [
  z.strictObject({ Question: z.literal('AnswerType'), Answer: z.enum(['Good', 'CouldBeBetter']) }),
  z.strictObject({ Question: z.enum(['AnswerGood', 'AnswerBad']), Answer: z.enum(reasonNumbers) }),
]);

export type SurveyAnswer = z.infer<typeof surveyAnswer>;

/** The whole form (M 3); fields the type doesn't use may be empty or omitted. */
const form = {
  FeedbackType: z.enum(['Question', 'Feedback']).optional(),
  ...answers,
  /** Ignored: there is nowhere to return to. */
  ReturnURL: z.string().max(2_000).optional(),
  ReCaptchaCode: z.string().max(6_000),
  Alert: sender,
  Name: singleLine(200).optional(),
  Email: singleLine(254).optional(),
  ServicingBranch: branch.optional(),
  Message: z.string().max(MESSAGE_MAX_LENGTH),
};

const isOffered = { switch: 'globalOptions.hideContactUsOption', is: false } as const;

export const contactApi = defineApi({
  'GET /api/Messages/GetCaptchaChallenge': {
    access: 'public',
    gate: isOffered,
    summary: "A proof-of-work challenge for the sender's browser, valid for minutes and once",
    answers: {
      200: z.strictObject({
        parameters: z.strictObject({
          algorithm: z.string(),
          nonce: z.string(),
          salt: z.string(),
          cost: z.number(),
          keyLength: z.number(),
          keyPrefix: z.string(),
          keySignature: z.string(),
          data: z.strictObject({ expiresAt: z.number() }),
        }),
        signature: z.string(),
      }),
    },
  },
  'POST /api/Messages/ContactUs': {
    access: 'public',
    gate: isOffered,
    keyed: true,
    summary: 'Sends a question to the institution',
    body: z.strictObject({
      ...form,
      Subject: singleLine(150),
      SurveyQuestions: z.array(surveyAnswer).max(0).optional(),
    }),
    answers: { 200: envelope },
  },
  'POST /api/Messages/Feedback': {
    access: 'public',
    gate: isOffered,
    keyed: true,
    summary: 'Sends feedback: a choice, a reason, and optional text',
    body: z.strictObject({
      ...form,
      Subject: singleLine(150).optional(),
      SurveyQuestions: z.array(surveyAnswer).max(2).optional(),
    }),
    answers: { 200: envelope },
  },
});
