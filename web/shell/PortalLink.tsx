import { useLocation } from '@tanstack/react-router';
import type { LinkProps } from '#web/kit/navigation.ts';
import { PageLink } from '#web/kit/PageLink.tsx';

/** A link that is marked on its screen, and on those below. The router's own one adds 1.5 kB to every screen. */
export function PortalLink(props: LinkProps) {
  const { to } = props;
  const current = useLocation({ select: ({ pathname }) => pathname === to || pathname.startsWith(`${to}/`) });
  return <PageLink {...props} current={current} />;
}
