import { useRef, useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';

export interface Captcha {
  readonly state: 'open' | 'working' | 'done';
  readonly problem: TextKey | null;
  readonly round: number;
  /** Called when the box is checked; `proof` rejects if there is no solution. */
  readonly begin: (proof: Promise<string>) => void;
  /** Called when the box is unchecked or the proof expires. */
  readonly undo: () => void;
  /** Returns the proof; null without one or after a failure, which then shows. */
  readonly prove: () => Promise<string | null>;
  readonly demand: () => void;
  /** The server rejected the proof. */
  readonly refuse: () => void;
}

/** The state of a form's captcha, whichever kind. */
export function useCaptcha(): Captcha {
  const proof = useRef<Promise<string | null> | null>(null);
  const [state, setState] = useState<Captcha['state']>('open');
  const [problem, setProblem] = useState<TextKey | null>(null);
  const [round, setRound] = useState(0);

  function startOver(why: TextKey | null) {
    proof.current = null;
    setState('open');
    setProblem(why);
  }

  function begin(begun: Promise<string>) {
    setProblem(null);
    setState('working');
    const settled = begun.then(
      (code) => {
        if (proof.current === settled) setState('done');
        return code;
      },
      () => {
        if (proof.current === settled) startOver('captcha.failed');
        return null;
      },
    );
    proof.current = settled;
  }

  function demand() {
    if (proof.current === null) setProblem('contactError.captcha');
  }

  return {
    state,
    problem,
    round,
    begin,
    undo: () => startOver(null),
    async prove() {
      demand();
      return proof.current;
    },
    demand,
    refuse() {
      startOver('captcha.expired');
      setRound(round + 1);
    },
  };
}
