import type { HistoryState } from '@tanstack/react-router';
import { type ComponentType, createContext, type ReactNode, use } from 'react';

/** A screen's address from `paths.ts`, with its state. */
export interface Destination {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly state?: HistoryState;
  readonly replace?: boolean;
}

export interface LinkProps {
  readonly to: string;
  readonly search?: Destination['search'];
  readonly className?: string | undefined;
  readonly state?: HistoryState;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** Opens screens: through the router, or by loading the page on the sign-in page, which has no router. */
export interface Navigation {
  readonly Link: ComponentType<LinkProps>;
  /** Returns whether the address belongs to a screen. */
  readonly screenExists: (address: string) => boolean;
  readonly open: (destination: Destination) => Promise<void>;
}

export const NavigationContext = createContext<Navigation | null>(null);

export function useNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (!navigation) throw new Error('No NavigationContext around this component');
  return navigation;
}
