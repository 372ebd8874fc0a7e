import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession } from '#web/data/session.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useHostStatus } from '#web/kit/use-host-status.ts';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';

/** Notices about the account and how the customer got here. */
export function DashboardNotices() {
  return (
    <>
      <MissingEmail />
      <ViewError />
      <HowYouGotHere />
    </>
  );
}

function MissingEmail() {
  const session = useSession();
  if (!session || session.hasEmailAddress) return null;
  return (
    <Alert tone="warn">
      <Text
        of="dashboard.noEmail"
        with={{
          tab: (
            <ScreenLink to={paths.profile}>
              <ControlName of="dashboard.profile" />
            </ScreenLink>
          ),
        }}
      />
    </Alert>
  );
}

/** Shown after a loan that could not be opened. */
function ViewError() {
  const viewError = useRouterState({ select: ({ location }) => location.state.viewError === true });
  const hostStatus = useHostStatus();
  // The banner says why.
  if (!viewError || hostStatus !== 'up') return null;
  return (
    <Alert tone="bad">
      <Text of="loanDetails.loadError" />
    </Alert>
  );
}

/** Entries of the history whose notice was shown; Back to one must not show it again. */
const shownIn = new Set<string>();

function HowYouGotHere() {
  const {
    unknownAddress,
    otherCustomer,
    emailVerified,
    __TSR_key: entry = '',
  } = useRouterState({
    select: ({ location }) => location.state,
  });
  const session = useSession();
  const [wasShownIn] = useState(() => new Set(shownIn));
  useEffect(() => void shownIn.add(entry), [entry]);
  if (wasShownIn.has(entry)) return null;
  if (emailVerified === true) {
    return (
      <Alert tone="ok">
        <Text of="verifyEmail.verified" />
      </Alert>
    );
  }
  if (unknownAddress !== true && otherCustomer !== true) return null;
  return (
    <Alert tone="info">
      {unknownAddress === true ? (
        <Text of="dashboard.unknownAddress" />
      ) : (
        <Text of="dashboard.otherCustomer" with={{ name: session?.personalName ?? '' }} />
      )}
    </Alert>
  );
}
