import { useState } from 'react';
import { countOf } from '#common/core/counts.ts';
import type { CustomerLogin } from '#common/desk/customers.api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { useSession } from '#web/desk/data/desk-queries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { Panel } from '#web/desk/kit/DeskPage.tsx';
import styles from './CustomerPage.module.css';
import { type LoginAction, LoginActionDialog, loginActions } from './LoginActionDialog.tsx';

interface LoginPanelProps {
  readonly customerId: string;
  readonly login: CustomerLogin;
}

/** A login with its state, and the help that its state calls for. */
export function LoginPanel({ customerId, login }: LoginPanelProps) {
  const { permissions } = useSession();
  const [asked, setAsked] = useState<LoginAction>();
  const offered = loginActions.filter(({ may, applies }) => permissions.includes(may) && applies(login));
  return (
    <Panel title={`Login ${login.loginName}`}>
      <dl className={styles.facts}>
        <dt>State</dt>
        <dd>
          {login.restricted && <Chip tone="bad">Restricted</Chip>}
          {login.lockedUntil !== null && (
            <>
              <Chip tone="warn">Locked until</Chip> <AtTime at={login.lockedUntil} />
            </>
          )}
          {!login.restricted && login.lockedUntil === null && <Chip tone="ok">Can sign in</Chip>}
        </dd>
        <dt>Email</dt>
        <dd>{login.emailVerified ? 'Verified' : 'Not verified'}</dd>
        <dt>Proofs</dt>
        <dd>
          {[
            login.hasAuthenticator ? 'authenticator app' : '',
            login.passkeys > 0 ? countOf(login.passkeys, 'passkey') : '',
            login.mustChangePassword ? 'must change the password' : '',
          ]
            .filter((part) => part !== '')
            .join(', ') || 'password only'}
        </dd>
        <dt>Last</dt>
        <dd>{login.lastSignInAt === null ? 'Never signed in' : <AtTime at={login.lastSignInAt} />}</dd>
        <dt>Sessions</dt>
        <dd>{login.sessions.length}</dd>
        <dt>Devices</dt>
        <dd>{login.devices.length}</dd>
      </dl>
      <div className={styles.actions}>
        {offered.map((action) => (
          <Button key={action.label} look="quiet" onClick={() => setAsked(action)}>
            {action.label}
          </Button>
        ))}
      </div>
      {asked && (
        <LoginActionDialog action={asked} customerId={customerId} login={login} onClose={() => setAsked(undefined)} />
      )}
    </Panel>
  );
}
