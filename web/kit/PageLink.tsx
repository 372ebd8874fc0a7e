import type { MouseEvent } from 'react';
import { type LinkProps, useNavigation } from './navigation.ts';

interface PageLinkProps extends LinkProps {
  /** It leads to what is shown. */
  readonly current?: boolean;
}

/** A link to a screen, on the sign-in page and in the portal. */
export function PageLink({ to, search, className, state, current = false, onClick, children }: PageLinkProps) {
  const { open } = useNavigation();
  function follow(event: MouseEvent) {
    // The browser itself opens links in new tabs and windows.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onClick?.();
    void open({ to, ...(search && { search }), ...(state && { state }) });
  }
  return (
    <a
      href={`/#${to}${search ? `?${new URLSearchParams(search)}` : ''}`}
      className={className}
      aria-current={current ? 'page' : undefined}
      onClick={follow}
    >
      {children}
    </a>
  );
}
