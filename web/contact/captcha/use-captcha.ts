import { useRef, useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';

export interface Captcha {
  readonly state: 'open' | 'working' | 'done';
  readonly problem: TextKey | null;
  /** Counts captchas: one that was refused is followed by another. */
  readonly round: number;
  /** Ticked: its proof is on the way; a proof that cannot be had rejects. */
  readonly begin: (proof: Promise<string>) => void;
  /** Not ticked any more, or out of date. */
  readonly undo: () => void;
  /** The proof once it is there; null while nothing was begun, or when it failed, which is then said. */
  readonly prove: () => Promise<string | null>;
  /** Says that it is missing, if it is. */
  readonly demand: () => void;
  /** The server did not accept the proof. */
  readonly refuse: () => void;
}

/** Where the captcha of a form stands, whichever one it is. */
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
