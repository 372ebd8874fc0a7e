import type { Transporter } from 'nodemailer';

export interface MessageContent {
  /** Kind and object, e.g. `receipt-42`; enqueuing it again does nothing. */
  readonly occasion: string;
  readonly recipient: string;
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
  /** The HTML version; empty for a text message. */
  readonly html: string;
  /** `text` goes to a ten-digit phone number; otherwise email. */
  readonly channel?: 'text';
  readonly replyTo?: string;
  /** Pictures that the HTML version shows, by the name after `cid:`. */
  readonly pictures?: readonly { readonly cid: string; readonly type: string; readonly base64: string }[];
}

/** Sends one message; the occasion becomes the Message-ID, so a duplicate can be recognized. */
export interface Mailer {
  send(message: MessageContent): Promise<void>;
  /** Connects and signs in without sending. */
  verify(): Promise<void>;
}

/** 4xx and a connection that fails pass; 5xx means that the same message will be refused again (RFC 5321, 4.2.1). */
export function isMailRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false;
  const { responseCode } = error;
  return typeof responseCode === 'number' && responseCode >= 500 && responseCode <= 599;
}

/**
 * In milliseconds, where the address sets none. A message that the server takes after we gave up is sent twice, so an
 * answer may take longer than a greeting.
 */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** @param needsTls refuses a server without STARTTLS */
export function createSmtpMailer(smtpUrl: string, from: string, needsTls: boolean): Mailer {
  let transport: Transporter | undefined;
  // Loaded with the first message: not every process sends.
  const connect = async () =>
    (transport ??= (await import('nodemailer')).createTransport(
      { ...TIMEOUTS, url: transportUrl(smtpUrl, needsTls) },
      { from },
    ));
  const host = /@([^\s>]+)/.exec(from)?.[1];
  return {
    async send({ occasion, recipient, subject, body, html, replyTo, pictures = [] }) {
      await (
        await connect()
      ).sendMail({
        to: recipient,
        ...(replyTo ? { replyTo } : {}),
        subject,
        text: body,
        html,
        attachments: pictures.map(({ cid, type, base64 }) => ({
          cid,
          contentType: type,
          content: Buffer.from(base64, 'base64'),
          contentDisposition: 'inline' as const,
          filename: `${cid}.${type.replace(/^image\//, '')}`,
        })),
        messageId: `<${occasion}@${host}>`,
      });
    },
    async verify() {
      await (await connect()).verify();
    },
  };
}

function transportUrl(smtpUrl: string, needsTls: boolean): string {
  if (!needsTls) return smtpUrl;
  const url = new URL(smtpUrl);
  url.searchParams.set('requireTLS', 'true');
  return url.toString();
}
