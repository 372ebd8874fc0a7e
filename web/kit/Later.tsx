import type { ReactNode } from 'react';
import { useTurn } from './take-turns.ts';

interface LaterProps {
  /** Shown until then, and about as high. */
  readonly meanwhile?: ReactNode;
  readonly children: ReactNode;
}

/** A part below what a phone shows first, which waits for its turn there. */
export function Later({ meanwhile, children }: LaterProps) {
  return useTurn(false) ? children : meanwhile;
}
