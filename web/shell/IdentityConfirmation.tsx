import { lazy, Suspense } from 'react';
import { useConfirmationAsked } from '#web/data/confirm-identity.ts';

const ConfirmIdentityDialog = lazy(async () => ({
  default: (await import('./ConfirmIdentityDialog.tsx')).ConfirmIdentityDialog,
}));

/** Opens over whatever screen made a call that needs one more proof; few sessions ever load it. */
export function IdentityConfirmation() {
  const asked = useConfirmationAsked();
  return asked && <Suspense>{<ConfirmIdentityDialog />}</Suspense>;
}
