import { useState } from 'react';
import { useController } from 'react-hook-form';
import type { IdentityCheck } from '#common/desk/desk-lists.ts';
import type { CustomerLogin } from '#common/desk/customers.api.ts';
import type { DeskPermission } from '#common/desk/permissions.ts';
import { type DeskSend, submissions } from '#web/desk/data/desk-client.ts';
import { deskQueries } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { checksProblem, IdentityChecks } from './IdentityChecks.tsx';

interface OfLogin {
  readonly customerId: string;
  readonly userId: number;
  readonly reason: string;
}

export interface LoginAction {
  readonly label: string;
  readonly may: DeskPermission;
  readonly what: string;
  readonly told?: string;
  readonly approval?: string;
  readonly needsChecks?: true;
  /** Offered only where it does something. */
  readonly applies: (login: CustomerLogin) => boolean;
  readonly run: (send: DeskSend, body: OfLogin, checks: IdentityCheck[]) => Promise<unknown>;
}

/** Help with one login, in the order in which it is usually needed. */
export const loginActions: readonly LoginAction[] = [
  {
    label: 'Unlock',
    may: 'helpWithAccess',
    what: 'The lock after wrong passwords is removed. The right password works again at once.',
    told: 'The customer is told by email, unless they turned that notice off.',
    applies: ({ lockedUntil, restricted }) => lockedUntil !== null && !restricted,
    run: (send, body) => send('POST /api/desk/access/unlock', { body }),
  },
  {
    label: 'Send password link',
    may: 'helpWithAccess',
    what: 'We email a link for a new password to the address on file. Earlier links stop working.',
    applies: ({ restricted }) => !restricted,
    run: (send, body) => send('POST /api/desk/access/send-link', { body: { ...body, link: 'resetPassword' } }),
  },
  {
    label: 'Send verification link',
    may: 'helpWithAccess',
    what: 'We email a link that verifies the address on file.',
    applies: ({ emailVerified }) => !emailVerified,
    run: (send, body) => send('POST /api/desk/access/send-link', { body: { ...body, link: 'verifyEmail' } }),
  },
  {
    label: 'Cancel links',
    may: 'helpWithAccess',
    what: 'Links for passwords, verification and activation that are still open stop working.',
    applies: () => true,
    run: (send, { customerId, reason }) => send('POST /api/desk/access/cancel-links', { body: { customerId, reason } }),
  },
  {
    label: 'End sessions',
    may: 'helpWithAccess',
    what: 'The customer is signed out on every device.',
    told: 'The customer is told by email.',
    applies: ({ sessions }) => sessions.length > 0,
    run: (send, body) => send('POST /api/desk/access/end-sessions', { body }),
  },
  {
    label: 'Forget devices',
    may: 'helpWithAccess',
    what: 'Every browser and phone counts as new, and the mobile app asks for the password again.',
    told: 'The customer is told by email.',
    applies: ({ devices }) => devices.length > 0,
    run: (send, body) => send('POST /api/desk/access/forget-devices', { body }),
  },
  {
    label: 'Reset second factor',
    may: 'resetSecondFactors',
    what: 'The authenticator app and its recovery codes are removed. The customer is signed out everywhere, and every browser and phone counts as new.',
    told: 'The customer is told by email, also at an earlier address.',
    needsChecks: true,
    applies: ({ hasAuthenticator }) => hasAuthenticator,
    run: (send, body, checks) => send('POST /api/desk/access/reset-second-factor', { body: { ...body, checks } }),
  },
  {
    label: 'Remove passkeys',
    may: 'resetSecondFactors',
    what: 'All passkeys are removed. The customer is signed out everywhere, and every browser and phone counts as new. They sign in with the password, and can add a passkey again.',
    told: 'The customer is told by email, also at an earlier address.',
    needsChecks: true,
    applies: ({ passkeys }) => passkeys > 0,
    run: (send, body, checks) => send('POST /api/desk/access/remove-passkeys', { body: { ...body, checks } }),
  },
  {
    label: 'View as customer',
    may: 'viewAsCustomer',
    what: 'The portal opens in a new tab as the customer sees it, read only, for 15 minutes.',
    applies: ({ restricted }) => !restricted,
    run: async (send, body) => {
      const { address } = await send('POST /api/desk/view/begin', { body });
      window.open(address, '_blank', 'noopener');
    },
  },
  {
    label: 'Restrict',
    may: 'restrictLogins',
    what: 'Sign-in is refused from now on, also with the right password. Open sessions end.',
    told: 'The customer is told if they asked to be.',
    applies: ({ restricted }) => !restricted,
    run: (send, body) => send('POST /api/desk/access/restrict', { body }),
  },
  {
    label: 'Ask to release',
    may: 'restrictLogins',
    what: 'You ask for the login to be opened again.',
    approval: 'A supervisor must approve. You can withdraw it until then.',
    applies: ({ restricted }) => restricted,
    run: (send, body) => send('POST /api/desk/access/ask-release', { body }),
  },
];

interface LoginActionDialogProps {
  readonly action: LoginAction;
  readonly customerId: string;
  readonly login: CustomerLogin;
  readonly onClose: () => void;
}

export function LoginActionDialog({ action, customerId, login, onClose }: LoginActionDialogProps) {
  const [send] = useState(submissions);
  const needs = action.needsChecks === true;
  const { form, control } = useEntries<{ readonly checks: readonly IdentityCheck[] }>({ checks: [] }, ({ checks }) => ({
    checks: needs ? checksProblem(checks) : undefined,
  }));
  const { field, fieldState } = useController({ control, name: 'checks' });
  return (
    <ActionDialog
      title={`${action.label}: ${login.loginName}`}
      what={action.what}
      told={action.told}
      approval={action.approval}
      confirmLabel={action.label}
      onClose={onClose}
      form={form}
      onConfirm={async (reason) => {
        await action.run(send, { customerId, userId: login.userId, reason }, [...field.value]);
        await deskQueries.invalidateQueries();
      }}
    >
      {needs && (
        <IdentityChecks first chosen={field.value} error={fieldState.error?.message} onChange={field.onChange} />
      )}
    </ActionDialog>
  );
}
