import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface FoldedBodyProps {
  readonly id: string;
  readonly folded: boolean;
  /** The browser's own search found words in here. */
  readonly onFound: () => void;
  readonly children: ReactNode;
}

/** Hides its content so that the browser's search still finds it, which React's `hidden` cannot say. */
export function FoldedBody({ id, folded, onFound, children }: FoldedBodyProps) {
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return undefined;
    if (folded) element.setAttribute('hidden', 'until-found');
    else element.removeAttribute('hidden');
    element.addEventListener('beforematch', onFound);
    return () => element.removeEventListener('beforematch', onFound);
  }, [folded, onFound]);
  return (
    <div id={id} ref={body}>
      {children}
    </div>
  );
}
