import type { ReactNode } from 'react';
import { type ButtonLook, buttonClass } from '#web/ui/Button.tsx';
import { type LinkProps, useNavigation } from './navigation.ts';

interface ScreenLinkProps {
  /** An address from `paths.ts`. */
  readonly to: string;
  readonly look?: ButtonLook;
  readonly wide?: boolean;
  readonly className?: string | undefined;
  readonly state?: LinkProps['state'];
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** A link to a screen; renders nothing if the screen doesn't exist. */
export function ScreenLink({ to, look, wide, className, state, onClick, children }: ScreenLinkProps) {
  const { Link, screenExists } = useNavigation();
  if (!screenExists(to)) return null;
  return (
    <Link
      to={to}
      className={className ?? (look && buttonClass(look, wide))}
      {...(state === undefined ? {} : { state })}
      {...(onClick === undefined ? {} : { onClick })}
    >
      {children}
    </Link>
  );
}
