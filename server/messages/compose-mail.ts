import type { Institution } from '#common/institution/institution.ts';
import type { FilledText, TextKey } from '#common/contract/all-texts.ts';
import type { HostCustomer } from '#server/host/host.ts';
import { fillText } from '#common/contract/fill-text.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import { institutionSends } from './may-send.ts';
import { messageCatalog, type MessageKey } from './message-catalog.ts';
import type { OutgoingMessage } from './outbox.queries.ts';

/** Names the logo in the emails; the mailer attaches it, because mail programs don't load pictures from elsewhere. */
export const LOGO_CID = 'logo';

/** How long an emailed or texted security code is valid. */
export const CODE_MINUTES = 10;

export interface Mail {
  /** See {@link OutgoingMessage.occasion}. */
  readonly occasion: string;
  /** An empty address sends nothing. */
  readonly recipient: string;
  /** See {@link OutgoingMessage.customerId}; omitted for codes. */
  readonly customerId?: string;
  /** The user whose preferences apply; required for messages a customer can turn off. */
  readonly userId?: number;
  readonly subject: FilledText<SubjectKey>;
  /** Paragraphs are separated by an empty line. A hidden text means that the institution doesn't send this message. */
  readonly body: FilledText<MessageKey>;
  /** `opensPortal` if it holds no secret: following it requires a sign-in. */
  readonly link?: { readonly label: TextKey; readonly url: string; readonly opensPortal?: true };
  readonly code?: string;
  /** See {@link OutgoingMessage.usefulMinutes}. */
  readonly usefulMinutes?: number;
  /** See {@link OutgoingMessage.replyTo}. */
  readonly replyTo?: string;
}

/** The `name` in its body is the customer's. */
export type CustomerMail = Omit<Mail, 'recipient' | 'body'> & { readonly body: FilledText<MessageKey, 'name'> };

type SubjectKey = Extract<TextKey, `${string}${'s' | 'S'}ubject${string}`>;

/**
 * Builds a message as plain text and HTML, with the institution's words and look.
 * Returns undefined without an address, or if the institution doesn't send it or hides its text.
 */
export function composeMail(institution: Institution, mail: Mail): OutgoingMessage | undefined {
  if (!institutionSends(institution, mail.body.key)) return undefined;
  const subject = wordsOf(institution, mail.subject);
  const body = wordsOf(institution, mail.body);
  if (mail.recipient === '' || subject === null || body === null) return undefined;
  const link = mail.link && { label: institution.texts[mail.link.label] ?? mail.link.url, url: mail.link.url };
  const signed = signature(institution, mail.body.key);
  const plain = [body, mail.code, link?.url, signed.join('\n')]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n');
  return {
    kind: mail.body.key,
    userId: mail.userId,
    customerId: mail.customerId,
    occasion: mail.occasion,
    recipient: mail.recipient,
    subject,
    body: plain,
    html: page(institution, { subject, body, code: mail.code, link, signed }),
    mayResend: mayGoAgain(mail),
    usefulMinutes: mail.usefulMinutes ?? (mail.code === undefined ? undefined : CODE_MINUTES),
    ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
  };
}

/** Only emails to customers can be sent again, so only their words are kept. */
function mayGoAgain({ body, code, usefulMinutes, link }: Mail): boolean {
  const holdsSecret = code !== undefined || (link !== undefined && link.opensPortal !== true);
  return messageCatalog[body.key].recipient === 'customer' && !holdsSecret && usefulMinutes === undefined;
}

/** Puts a line above the words of a finished email. */
export function withLineAbove({ body, html }: Pick<OutgoingMessage, 'body' | 'html'>, line: string) {
  const shown = `<p style="max-width:560px;margin:0 auto;padding:16px 16px 0;font-size:14px">${escapeHtml(line)}</p>`;
  return { body: `${line}\n\n${body}`, html: html.replace(/<body[^>]*>/, (begin) => `${begin}\n${shown}`) };
}

/** As {@link composeMail}, to a customer of the host. */
export function composeCustomerMail(
  institution: Institution,
  mail: CustomerMail,
  { customerId, emailAddress, personalName }: Pick<HostCustomer, 'customerId' | 'emailAddress' | 'personalName'>,
): OutgoingMessage | undefined {
  const { key, values } = mail.body;
  const body = { key, values: { ...values, name: personalName } } as Mail['body'];
  return composeMail(institution, { ...mail, body, recipient: emailAddress, customerId });
}

function wordsOf({ texts }: Institution, { key, values }: FilledText<SubjectKey | MessageKey>): string | null {
  const text = texts[key];
  return text === null ? null : fillText(text, values);
}

/** Whom to call; emails say "call us" without repeating the number. The institution's own emails need none. */
function signature({ texts }: Institution, key: MessageKey): string[] {
  const { recipient } = messageCatalog[key];
  if (recipient === 'institution' || recipient === 'staff') return [];
  return (texts['mail.signature'] ?? '').split('\n').filter((line) => line !== '');
}

interface MailParts {
  readonly subject: string;
  readonly body: string;
  readonly code: string | undefined;
  readonly link: { readonly label: string; readonly url: string } | undefined;
  readonly signed: readonly string[];
}

/** Mail programs support neither style sheets nor custom properties, so all styles are inline. */
function page({ texts, theme, logos }: Institution, { subject, body, code, link, signed }: MailParts): string {
  const paragraphs = body
    .split('\n\n')
    .map((text) => `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`);
  const codeLine =
    code === undefined
      ? ''
      : `<p style="margin:0 0 16px;font-size:28px;letter-spacing:6px;font-weight:700">${escapeHtml(code)}</p>`;
  const button = link
    ? `<p style="margin:0 0 16px"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${theme.brand};color:${theme.onBrand};text-decoration:none;font-weight:600">${escapeHtml(link.label)}</a></p>`
    : '';
  const name = escapeHtml(texts['shell.institutionName'] ?? '');
  // The logo is made for white, so it gets a white background.
  const head = logos.onWhite
    ? `<img src="cid:${LOGO_CID}" alt="${name}" height="40" style="height:auto;max-height:40px;max-width:90%;padding:8px 12px;border-radius:8px;background:#ffffff">`
    : name;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:${theme.brandSoft};font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#1c2524">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
<p style="margin:0 0 16px;font-weight:700;color:${theme.brandStrong}">${head}</p>
<div style="background:#ffffff;border-radius:12px;padding:24px">${paragraphs.join('')}${codeLine}${button}</div>
<p style="margin:16px 0 0;font-size:14px">${signed.map(escapeHtml).join('<br>')}</p>
</div></body></html>`;
}
