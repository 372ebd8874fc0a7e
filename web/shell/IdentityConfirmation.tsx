import { lazy, Suspense } from 'react';
import { useConfirmationAsked } from '#web/data/confirm-identity.ts';

const ConfirmIdentityDialog = lazy(async () => ({
  default: (await import('./ConfirmIdentityDialog.tsx')).ConfirmIdentityDialog,
}));

/** Opens over any screen whose call needs confirmation; loaded on demand. */
export function IdentityConfirmation() {
  const asked = useConfirmationAsked();
  return asked && <Suspense>{<ConfirmIdentityDialog />}</Suspense>;
}
