import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Application } from '#common/accounts/application-list.wire.ts';
import { formatDay } from '#common/core/dates.ts';
import type { SwitchKey } from '#common/contract/all-options.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { dayOfInstant } from '#web/data/day-of-instant.ts';
import { fetched } from '#web/data/fetched.ts';
import { nameFromKey, useInstitutionTimeZone, useLabel, useOptions, useTexts } from '#web/institution/settings.ts';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Section } from '#web/kit/Section.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { applicationPath } from '#web/paths.ts';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import { applicationsQuery, passAlong } from '#web/data/applications.ts';
import { AmountApproved, AmountRequested } from './amounts.tsx';
import styles from './applications.module.css';

/** The customer's applications with their status (M 2). */
export function ApplicationList() {
  return (
    <Section heading="applicationList.heading" info="applicationList.info">
      <Applications />
    </Section>
  );
}

function Applications() {
  const applications = fetched(useQuery(applicationsQuery));
  const loading = useLabel('applicationList.loading');
  if (applications.state === 'failed') {
    return (
      <div className={styles.problem}>
        <SectionProblem of="applicationList.error" busy={applications.busy} onTryAgain={applications.tryAgain} />
      </div>
    );
  }
  if (applications.state !== 'ready') return <SpinnerView size={35} label={loading.label} />;
  if (applications.value.length === 0) {
    return (
      <>
        <p className={styles.empty}>
          <Text of="applicationList.empty" />
        </p>
        <p className={styles.emptyCompact}>
          <Text of="applicationList.emptyCompact" />
        </p>
      </>
    );
  }
  return <ApplicationTable applications={applications.value} />;
}

function ApplicationTable({ applications }: { readonly applications: readonly Application[] }) {
  const navigate = useNavigate();
  const { label: caption } = useLabel('applicationList.heading');
  const columns = useColumns();
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={applications}
      rowKey={(application) => application.applicationNumber}
      onRowClick={(application) => {
        passAlong(application);
        void navigate({ to: applicationPath(application.applicationNumber) });
      }}
      renderCard={(application) => (
        <div className={styles.card}>
          {columns.map((column) => (
            <span key={column.id} className={styles[column.id]}>
              {column.numeric === true && <span className={styles.caption}>{column.header} </span>}
              {column.cell(application)}
            </span>
          ))}
        </div>
      )}
    />
  );
}

interface ColumnPlan extends Omit<Column<Application>, 'header' | 'headerHidden'> {
  readonly header: TextKey;
  readonly hideWhen: SwitchKey;
}

function useColumns(): Column<Application>[] {
  const option = useOptions();
  const text = useTexts();
  const timeZone = useInstitutionTimeZone();
  const plans: readonly ColumnPlan[] = [
    {
      id: 'status',
      header: 'applicationList.status',
      hideWhen: 'applicationOptions.hideStatus',
      cell: (application) => application.status,
      sortBy: (application) => application.status,
      strong: true,
    },
    {
      id: 'number',
      header: 'applicationList.application',
      hideWhen: 'applicationOptions.hideApplication',
      cell: (application) => <ApplicationLink application={application} />,
      sortBy: (application) => application.applicationNumber,
      nowrap: true,
    },
    {
      id: 'requested',
      header: 'applicationList.amountRequested',
      hideWhen: 'applicationOptions.hideAmountRequested',
      cell: (application) => <AmountRequested application={application} />,
      sortBy: (application) => application.amountRequestedCents,
      numeric: true,
    },
    {
      id: 'approved',
      header: 'applicationList.amountApproved',
      hideWhen: 'applicationOptions.hideAmountApproved',
      cell: (application) => <AmountApproved application={application} />,
      sortBy: (application) => application.amountApprovedCents,
      numeric: true,
    },
    {
      id: 'modified',
      header: 'applicationList.lastModified',
      hideWhen: 'applicationOptions.hideLastModified',
      cell: (application) => {
        const day = dayOfInstant(application.lastModifiedAt, timeZone);
        return day && formatDay(day);
      },
      sortBy: (application) => application.lastModifiedAt,
      nowrap: true,
    },
    {
      id: 'office',
      header: 'applicationList.branchOffice',
      hideWhen: 'applicationOptions.hideBranchOffice',
      cell: (application) => application.office,
      sortBy: (application) => application.office,
    },
  ];
  return plans
    .filter((plan) => !option(plan.hideWhen))
    .map(({ header, ...plan }) => {
      const words = text(header);
      return { ...plan, header: words ?? nameFromKey(header), headerHidden: words === null };
    });
}

function ApplicationLink({ application }: { readonly application: Application }) {
  return (
    <ScreenLink
      to={applicationPath(application.applicationNumber)}
      className={styles.link}
      onClick={() => passAlong(application)}
    >
      {application.applicationNumber}
    </ScreenLink>
  );
}
