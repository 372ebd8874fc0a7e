import type { Transporter } from 'nodemailer';

export interface MessageContent {
  /** What it tells and of what, e.g. `receipt-42`: telling it again writes nothing. */
  readonly occasion: string;
  readonly recipient: string;
  readonly subject: string;
  /** Plain words. */
  readonly body: string;
  /** The same in the institution's look; empty of a text message. */
  readonly html: string;
  /** A text message goes to ten digits of a telephone; everything else is mail. */
  readonly channel?: 'text';
  /** Whom an answer to a mail goes to, where that is not its sender. */
  readonly replyTo?: string;
}

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
