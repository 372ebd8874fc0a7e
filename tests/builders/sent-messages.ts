import { composeMail, type Mail } from '#server/messages/compose-mail.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';
import { sendOutboxJob } from '#server/messages/send-outbox.job.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { DeskCaller } from './desk-journey.ts';
import type { TestApp } from './test-app.ts';

/** The customer whom these messages are for, and the address on file. */
export const recipient = { customerId: '400102', address: 'li.wei@example.com' };

const notice = {
  subject: { key: 'documentMail.deliveredSubject' },
  body: { key: 'documentMail.deliveredBody', values: { name: 'Li Wei' } },
} as const;

/** Goes to the address that was changed. */
export const changeWarning = {
  recipient: 'former@example.com',
  subject: { key: 'profileMail.emailChangedSubject' },
  body: { key: 'profileMail.emailChangedBody', values: { name: 'Li Wei' } },
} as const;

/** Puts a notice into the outbox, with what `mail` changes. Returns its id. */
export async function queueMail({ services, clock }: TestApp, mail: Partial<Mail> = {}): Promise<number> {
  const occasion = `test-${crypto.randomUUID()}`;
  const whose = mail.userId === undefined ? { customerId: recipient.customerId } : {};
  const content = { occasion, recipient: recipient.address, ...whose, ...notice, ...mail };
  const composed = composeMail(services.institution, content);
  if (!composed) throw new Error('The institution does not send it');
  await inTransaction(services.database, (transaction) => enqueueMessage(services, transaction, composed, clock.now()));
  const row = await services.database
    .selectFrom('outbox_messages')
    .select('message_id')
    .where('occasion', '=', occasion)
    .executeTakeFirstOrThrow();
  return row.message_id;
}

export const refusal = (responseCode: number) => () =>
  Promise.reject(Object.assign(new Error('No such mailbox'), { responseCode }));

/** Sends what waits as production does, where words are deleted. */
export function sendWaiting({ services }: TestApp, send: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  const config = { ...services.config, mode: 'production' } as const;
  const mailer = { send, verify: () => Promise.resolve() };
  return sendOutboxJob.run({ ...services, config, mailer }, new AbortController().signal);
}

export async function findInTimeline(caller: DeskCaller, messageId: number) {
  const url = `/api/desk/customer/timeline?customerId=${recipient.customerId}&kind=sent`;
  const { entries } = (await caller.get(url)).json();
  return entries.find((entry: { readonly id: string }) => entry.id === `sent-${messageId}`)?.message;
}
