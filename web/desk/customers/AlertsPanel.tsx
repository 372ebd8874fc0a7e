import { countOf } from '#common/core/counts.ts';
import type { LoginAlerts } from '#common/desk/customers.api.ts';
import type { NotificationChannel, NotificationKind } from '#common/profile/rules/notifications.ts';
import { Chip } from '#web/ui/Chip.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import styles from './CustomerPage.module.css';

type Alerts = DeskAnswer<'GET /api/desk/customer/alerts'>;

const noticeWords: Readonly<Record<NotificationKind, string>> = {
  userRestricted: 'login restricted',
  restrictedPasswordViolation: 'login locked',
  userLogsOn: 'sign-in',
  moneyTransOnWeb: 'payment',
  loginNameChange: 'new username',
  passwordGenerated: 'password link',
  passwordChanged: 'new password',
  emailAddressChanged: 'new email address',
};

const channelWords: Readonly<Record<NotificationChannel, string>> = { email: 'Email', text: 'Text' };

/** The notices and alerts that the customer has switched on. */
export function AlertsPanel({ customerId }: { readonly customerId: string }) {
  const query = useDeskQuery('GET /api/desk/customer/alerts', { query: { customerId } });
  return (
    <Panel title="Alerts">
      <Loaded query={query}>
        {(alerts) => (
          <>
            {alerts.logins.length === 0 && <Empty>No login, so no alerts.</Empty>}
            {alerts.texts === 'noPhoneAgreed' && (
              <p className={styles.remark}>
                <Chip tone="warn">No texts</Chip> No phone has agreed to text messages.
              </p>
            )}
            {alerts.logins.map((login) => (
              <OfLogin key={login.userId} login={login} alerts={alerts} isNamed={alerts.logins.length > 1} />
            ))}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

interface OfLoginProps {
  readonly login: LoginAlerts;
  readonly alerts: Alerts;
  readonly isNamed: boolean;
}

function OfLogin({ login, alerts: { texts, delinquentAfterDays }, isNamed }: OfLoginProps) {
  const { loginName, turnedOffAll, optedOutOfEmail, notices, sendsAccountAlerts, accounts } = login;
  const channels: readonly NotificationChannel[] = texts === 'off' ? ['email'] : ['email', 'text'];
  return (
    <>
      {isNamed && <h3 className={styles.remark}>{loginName}</h3>}
      {(turnedOffAll || optedOutOfEmail) && (
        <p className={styles.remark}>
          <Chip tone="warn">{turnedOffAll ? 'Turned off all alerts' : 'Opted out of optional email'}</Chip>
        </p>
      )}
      <dl className={styles.facts}>
        {channels.map((channel) => (
          <Fact key={channel} name={channelWords[channel]}>
            {notices[channel].map((kind) => noticeWords[kind]).join(', ') || 'none'}
          </Fact>
        ))}
      </dl>
      <ul className={styles.list}>
        {accounts.map((account) => (
          <li key={account.accountNumber}>
            <strong>{account.accountNumber}</strong>
            {channels.map((channel) => {
              const words = alertWords(account, channel, delinquentAfterDays);
              return (
                words !== '' && (
                  <div key={channel} className={styles.line}>
                    <span>
                      {channelWords[channel]}: {words}
                    </span>
                    {!sendsAccountAlerts[channel] && <Chip tone="warn">opted out</Chip>}
                  </div>
                )
              );
            })}
          </li>
        ))}
      </ul>
      {accounts.length === 0 && <Empty>No alert about an account.</Empty>}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** @returns empty if no alert is on */
export function alertWords(
  account: LoginAlerts['accounts'][number],
  channel: NotificationChannel,
  delinquentAfterDays: number,
): string {
  const { delinquent, statement } = account[channel];
  const dueDates = channel === 'email' ? account.email.dueDates : [];
  return [
    ...dueDates.map(({ before, days }) =>
      days === 0 ? 'on the due date' : `${countOf(days, 'day')} ${before ? 'before' : 'after'} the due date`,
    ),
    delinquent ? `more than ${countOf(delinquentAfterDays, 'day')} past due` : '',
    statement ? 'new statement' : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
