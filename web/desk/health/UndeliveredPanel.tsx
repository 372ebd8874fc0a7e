import { Link } from '@tanstack/react-router';
import { countOf } from '#common/core/counts.ts';
import { Chip } from '#web/ui/Chip.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { Panel } from '#web/desk/kit/DeskPage.tsx';
import { GiveUp } from '#web/desk/messages/GiveUp.tsx';
import styles from './HealthPage.module.css';

type Undelivered = DeskAnswer<'GET /api/desk/health'>['undelivered'][number];

/** The emails and texts that could not be sent, and how to give one up. */
export function UndeliveredPanel({ messages }: { readonly messages: readonly Undelivered[] }) {
  if (messages.length === 0) return null;
  return (
    <Panel title={`Not delivered (${messages.length})`}>
      <ul className={styles.lines}>
        {messages.map((message) => (
          <UndeliveredLine key={message.messageId} message={message} />
        ))}
      </ul>
    </Panel>
  );
}

function UndeliveredLine({ message }: { readonly message: Undelivered }) {
  const { messageId, channel, kind, maskedRecipient, customerId, at, attempts, refusedForGood, reference, giveUp } =
    message;
  const title = [channel === 'email' ? 'Email' : 'Text', kind].filter(Boolean).join(' ');
  return (
    <li>
      <Chip tone={refusedForGood ? 'bad' : 'warn'}>{refusedForGood ? 'refused for good' : 'not sent'}</Chip>
      <span>
        <strong>{title}</strong> to{' '}
        {customerId !== null ? (
          <Link to={`/customers/${encodeURIComponent(customerId)}`}>{maskedRecipient}</Link>
        ) : (
          maskedRecipient
        )}
        , <AtTime at={at} />, {countOf(attempts, 'try', 'tries')}, reference {reference}
      </span>
      {giveUp !== null && <GiveUp messageId={messageId} title={title} giveUp={giveUp} />}
    </li>
  );
}
