import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLabel, useText } from '#web/institution/settings.ts';
import { Text } from '#web/kit/Text.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import styles from './captcha.module.css';
import type { Captcha } from './use-captcha.ts';

/**
 * A checkbox that makes the device solve a proof of work in the background. Accessible: nothing to see, hear or drag.
 */
export function PuzzleCaptcha({ captcha }: { readonly captcha: Captcha }) {
  const { state, problem, begin, undo } = captcha;
  const label = useLabel('captcha.label');
  const hint = useText('captcha.hint');
  const problemText = useText(problem ?? 'contactError.captcha');
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);

  function start() {
    const controller = new AbortController();
    work.current = controller;
    begin(solve(controller.signal));
  }

  function stop() {
    work.current?.abort();
    undo();
  }
  return (
    <div className={styles.puzzle}>
      <Checkbox
        {...label}
        hint={hint}
        checked={state !== 'open'}
        onChange={({ currentTarget }) => (currentTarget.checked ? start() : stop())}
        error={problem === null ? undefined : problemText}
      />
      <output className={styles.state}>
        {state === 'working' && (
          <>
            <Spinner size={18} />
            <Text of="captcha.working" />
          </>
        )}
        {state === 'done' && (
          <span className={styles.done}>
            <CircleCheck size={18} aria-hidden="true" />
            <Text of="captcha.done" />
          </span>
        )}
      </output>
    </div>
  );
}

/** The solver is loaded on demand. */
async function solve(signal: AbortSignal): Promise<string> {
  const { solvePuzzle } = await import('./solve-puzzle.ts');
  return solvePuzzle(signal);
}
