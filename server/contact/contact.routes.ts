import type { contactApi } from '#common/contact/contact.api.ts';
import { surveyFromWire } from '#common/contact/contact.wire.ts';
import { failed, noErrors } from '#common/contract/answers.ts';
import type { MessageEntry } from '#common/contact/rules/validate-message.ts';
import { type Call, type Handlers, ok } from '#server/platform/http/endpoint.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import { createPuzzle } from './proof-of-work.ts';
import { receiveMessage } from './receive-message.command.ts';

const PUZZLES_PER_ADDRESS = { max: 60, withinSeconds: 3_600 };

export const contactHandlers: Handlers<typeof contactApi> = {
  'GET /api/Messages/GetCaptchaChallenge': async ({ services, ipAddress }) => {
    await limitRequests(services, `puzzles:${networkOf(ipAddress)}`, PUZZLES_PER_ADDRESS);
    return ok(await createPuzzle(services));
  },

  'POST /api/Messages/ContactUs': (call) =>
    receive(call, {
      ...writerOf(call),
      type: 'Question',
      subject: call.body.Subject,
      message: call.body.Message,
      answerType: null,
      reason: null,
    }),

  'POST /api/Messages/Feedback': (call) =>
    receive(call, {
      ...writerOf(call),
      type: 'Feedback',
      subject: '',
      message: call.body.Message,
      ...surveyOf(call.body),
    }),
};

type MessageCall = Call<'POST /api/Messages/ContactUs'> | Call<'POST /api/Messages/Feedback'>;

/** Feedback sends the writer outside the form. */
function writerOf({ body }: MessageCall): Pick<MessageEntry, 'name' | 'email' | 'branch'> {
  return {
    name: body.Name ?? body.Alert.PersonalName,
    email: body.Email ?? body.Alert.Email,
    branch: body.ServicingBranch ?? '',
  };
}

/** Accepts the questions of a survey (C-025) or the fields they are made from. */
function surveyOf(body: Call<'POST /api/Messages/Feedback'>['body']): Pick<MessageEntry, 'answerType' | 'reason'> {
  if (body.SurveyQuestions !== undefined) return surveyFromWire(body.SurveyQuestions);
  const reason = body.AnswerType === 'Good' ? body.AnswerGood : body.AnswerBad;
  return { answerType: body.AnswerType ?? null, reason: reason ?? null };
}

async function receive({ body, header, ipAddress, saveAnswer, services, session }: MessageCall, entry: MessageEntry) {
  const received = await receiveMessage(services, {
    entry,
    captchaCode: body.ReCaptchaCode,
    session: session?.pendingSteps.length === 0 ? session : undefined,
    userAgent: header('user-agent') ?? '',
    ipAddress,
    within: (transaction) => saveAnswer(transaction, noErrors),
  });
  return ok(received.ok ? noErrors : failed(received.error));
}
