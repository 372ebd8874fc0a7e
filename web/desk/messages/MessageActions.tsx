import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useSession } from '#web/desk/data/desk-queries.ts';
import { codeWords } from '#web/desk/kit/problem-words.ts';
import { GiveUp } from './GiveUp.tsx';
import { SendAgainDialog } from './MessageDialogs.tsx';

type SentMessage = NonNullable<DeskAnswer<'GET /api/desk/customer/timeline'>['entries'][number]['message']>;

interface MessageActionsProps {
  readonly customerId: string;
  /** What was sent, as the timeline names it. */
  readonly title: string;
  readonly message: SentMessage;
}

/** What staff can do about one email or text, or why they can't. */
export function MessageActions({ customerId, title, message }: MessageActionsProps) {
  const { messageId, again, giveUp } = message;
  const { permissions } = useSession();
  const [asks, setAsks] = useState(false);
  if (giveUp !== null) return <GiveUp messageId={messageId} title={title} giveUp={giveUp} />;
  // The entry says already that it waits.
  if (!permissions.includes('helpWithAccess') || again === 'NotSentYet') return null;
  if (again !== 'possible') return <p>{codeWords(again)}</p>;
  return (
    <>
      <Button look="text" aria-label={`Send again: ${title}`} onClick={() => setAsks(true)}>
        Send again
      </Button>
      {asks && (
        <SendAgainDialog customerId={customerId} messageId={messageId} title={title} onClose={() => setAsks(false)} />
      )}
    </>
  );
}
