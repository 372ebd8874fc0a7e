import { useRouterState } from '@tanstack/react-router';
import { SignIn } from './SignIn.tsx';

/** The sign-in screen inside the portal, for example after a sign-out. */
export function SignInScreen() {
  return <SignIn arrival={useRouterState({ select: ({ location }) => location.state })} />;
}
