import { useQuery } from '@tanstack/react-query';
import { formatInstantShort } from '#common/core/dates.ts';
import { fetched } from '#web/data/fetched.ts';
import { loginHistoryQuery } from '#web/data/queries.ts';
import { useInstitutionTimeZone, useLabel } from '#web/institution/settings.ts';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Card } from '#web/ui/Card.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { Table } from '#web/ui/Table.tsx';

/** The customer's sign-ins with time and IP address, newest first (M 2). */
export function LoginHistory() {
  return (
    <>
      <PageHeading of="loginHistory.heading" />
      <Logins />
    </>
  );
}

function Logins() {
  const logins = fetched(useQuery(loginHistoryQuery));
  const timeZone = useInstitutionTimeZone();
  const caption = useLabel('loginHistory.heading');
  const date = useLabel('loginHistory.date');
  const ipAddress = useLabel('loginHistory.ipAddress');
  const loading = useLabel('shell.loading');
  if (logins.state === 'failed') {
    return <SectionProblem of="loginHistory.error" busy={logins.busy} onTryAgain={logins.tryAgain} />;
  }
  if (logins.state !== 'ready') return <SpinnerView label={loading.label} />;
  return (
    <Card>
      <Table
        caption={caption.label}
        rows={logins.value}
        rowKey={(login) => login.at}
        columns={[
          {
            id: 'date',
            header: date.label,
            headerHidden: date.labelHidden,
            nowrap: true,
            sortBy: (login) => login.at,
            cell: (login) => loginTime(login.at, timeZone),
          },
          {
            id: 'ipAddress',
            header: ipAddress.label,
            headerHidden: ipAddress.labelHidden,
            sortBy: (login) => login.ipAddress,
            cell: (login) => login.ipAddress,
          },
        ]}
      />
    </Card>
  );
}

function loginTime(at: string, timeZone: string | undefined) {
  return <time dateTime={at}>{formatInstantShort(Temporal.Instant.from(at), timeZone)}</time>;
}
