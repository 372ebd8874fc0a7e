import { useState } from 'react';
import type { GiveUpState } from '#common/desk/desk-lists.ts';
import { Button } from '#web/ui/Button.tsx';
import { useSession } from '#web/desk/data/desk-queries.ts';
import { codeWords } from '#web/desk/kit/problem-words.ts';
import { DropMessageDialog } from './MessageDialogs.tsx';

interface GiveUpProps {
  readonly messageId: number;
  /** The undelivered message, as its list names it. */
  readonly title: string;
  readonly giveUp: GiveUpState;
}

/** Gives up a message that can't be delivered, or says why not yet. Only for those who may. */
export function GiveUp({ messageId, title, giveUp }: GiveUpProps) {
  const { permissions } = useSession();
  const [asks, setAsks] = useState(false);
  if (!permissions.includes('dropMessages')) return null;
  if (giveUp !== 'possible') return <p>{codeWords(giveUp)}</p>;
  return (
    <>
      <Button look="text" aria-label={`Give up: ${title}`} onClick={() => setAsks(true)}>
        Give up
      </Button>
      {asks && <DropMessageDialog messageId={messageId} title={title} onClose={() => setAsks(false)} />}
    </>
  );
}
