import { useRouterState } from '@tanstack/react-router';
import { lazily } from '#web/kit/lazily.tsx';

/** In a file of its own, which signed-in customers load once their first screen is there. */
export const SignIn = lazily(async () => (await import('./SignIn.tsx')).SignIn);

/** The sign-in screen inside the portal, for example after a sign-out. */
export function SignInScreen() {
  return <SignIn arrival={useRouterState({ select: ({ location }) => location.state })} />;
}
