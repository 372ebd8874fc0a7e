import { sql } from 'kysely';
import { expect } from 'vitest';
import { type DeskCaller, enterDesk, withDesk } from './desk-journey.ts';
import { solvedCaptcha } from './solved-captcha.ts';
import { createTestApp, type SignedInCaller } from './test-app.ts';

const customerId = '400102';

export interface InboxRow {
  readonly conversationId: number;
  readonly subject: string;
}

export type InboxScene = Awaited<ReturnType<typeof createInboxScene>>;

/** Li Wei, who writes to the institution, and its inbox. */
export async function createInboxScene() {
  const test = await createTestApp({ ...withDesk, options: { 'messageOptions.secureMessages': true } });
  const li = await test.signIn('li.wei');
  let agent: DeskCaller | undefined;
  let addresses = 0;

  function reader(): DeskCaller {
    if (!agent) throw new Error('No agent has entered the desk');
    return agent;
  }

  return {
    test,
    li,

    /** Those who may answer enter the desk and open the customer. Call it before each test. */
    async enterStaff() {
      await sql`delete from request_limits`.execute(test.services.database);
      agent = await enterDesk(test, 'agent');
      const supervisor = await enterDesk(test, 'supervisor');
      for (const caller of [agent, supervisor]) await caller.open(customerId);
      return { agent, supervisor };
    },

    /** Sends the contact form, as a visitor without a caller. Returns the number of the conversation. */
    async send(subject: string, message: string, caller?: SignedInCaller): Promise<number> {
      const request = {
        method: 'POST',
        url: '/api/Messages/ContactUs',
        payload: {
          FeedbackType: 'Question',
          Name: 'Harriet Lowell',
          Email: 'harriet.lowell@example.com',
          Subject: subject,
          Message: message,
          Alert: { Email: '', PersonalName: '', ServicingBranch: '', UserAgent: '', Username: '' },
          ReCaptchaCode: await solvedCaptcha(test.app),
        },
        remoteAddress: `10.7.0.${++addresses}`,
      } as const;
      const sent = await (caller ? caller.call(request) : test.app.inject(request));
      expect(sent.json()).toEqual({ HasNoErrors: true, Errors: [] });
      const { conversations } = (await reader().post('/api/desk/inbox/find', { find: subject })).json();
      return conversations.find((row: InboxRow) => row.subject === subject).conversationId as number;
    },

    async read(conversationId: number, caller = reader(), of: string | null = customerId) {
      const customer = of === null ? '' : `&customerId=${of}`;
      return (await caller.get(`/api/desk/conversation?conversationId=${conversationId}${customer}`)).json();
    },
  };
}
