import type { Transporter } from 'nodemailer';
import type { MessageContent } from '#server/messages/outbox.queries.ts';

/** Hands one message to the mail server; the occasion is its Message-ID, so a second try can be recognised. */
export interface Mailer {
  send(message: MessageContent): Promise<void>;
}

/** @param needsTls refuses a server that does not offer encryption (STARTTLS). */
export function createSmtpMailer(smtpUrl: string, from: string, needsTls: boolean): Mailer {
  let transport: Transporter | undefined;
  const host = from.split('@')[1];
  return {
    async send({ occasion, recipient, subject, body, html, replyTo }) {
      // Loaded with the first message: not every process sends.
      transport ??= (await import('nodemailer')).createTransport(transportUrl(smtpUrl, needsTls), { from });
      await transport.sendMail({
        to: recipient,
        ...(replyTo ? { replyTo } : {}),
        subject,
        text: body,
        html,
        messageId: `<${occasion}@${host}>`,
      });
    },
  };
}

/** nodemailer reads its options from the address. */
function transportUrl(smtpUrl: string, needsTls: boolean): string {
  if (!needsTls) return smtpUrl;
  const url = new URL(smtpUrl);
  url.searchParams.set('requireTLS', 'true');
  return url.toString();
}
