import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Application } from '#common/accounts/application-list.wire.ts';
import { formatDayFull, formatDayLong } from '#common/core/dates.ts';
import { dayOfInstant } from '#web/data/day-of-instant.ts';
import { fetched } from '#web/data/fetched.ts';
import { useSession } from '#web/data/session.ts';
import { useInstitutionTimeZone, useLabel } from '#web/institution/settings.ts';
import { DocumentsSection } from '#web/documents/DocumentsSection.tsx';
import { InfoList } from '#web/kit/InfoList.tsx';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Card } from '#web/ui/Card.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { BackLink } from '../BackLink.tsx';
import { applicationQuery } from '#web/data/applications.ts';
import { AmountApproved, AmountRequested } from './amounts.tsx';
import styles from './applications.module.css';

/** One application (M 2). */
export function ApplicationDetails() {
  const { applicationNumber = '' } = useParams({ strict: false });
  const application = fetched(useQuery(applicationQuery(applicationNumber)));
  const loading = useLabel('applicationList.loading');
  return (
    <div className={styles.details}>
      <div>
        <BackLink />
        <PageHeading of="applicationDetails.heading" />
      </div>
      {application.state === 'ready' ? (
        <>
          <Details application={application.value} />
          <DocumentsSection place={{ kind: 'application', applicationNumber }} />
        </>
      ) : application.state === 'failed' ? (
        <SectionProblem of="applicationDetails.error" busy={application.busy} onTryAgain={application.tryAgain} />
      ) : (
        <SpinnerView label={loading.label} />
      )}
    </div>
  );
}

function Details({ application }: { readonly application: Application }) {
  const session = useSession();
  const modifiedOn = dayOfInstant(application.lastModifiedAt, useInstitutionTimeZone());
  const { fundsExpectedOn } = application;
  return (
    <Card as="section" padded>
      <InfoList
        items={[
          {
            term: 'applicationDetails.personalName',
            hideWhen: 'applicationOptions.hideDetailPersonalName',
            value: session?.personalName,
          },
          {
            term: 'applicationDetails.applicationNumber',
            hideWhen: 'applicationOptions.hideDetailApplicationNumber',
            value: application.applicationNumber,
          },
          {
            term: 'applicationDetails.status',
            hideWhen: 'applicationOptions.hideDetailStatus',
            value: application.status,
          },
          {
            term: 'applicationDetails.amountRequested',
            hideWhen: 'applicationOptions.hideDetailAmountRequested',
            value: <AmountRequested application={application} />,
          },
          {
            term: 'applicationDetails.amountApproved',
            hideWhen: 'applicationOptions.hideDetailAmountApproved',
            value: <AmountApproved application={application} />,
          },
          {
            term: 'applicationDetails.lastModified',
            hideWhen: 'applicationOptions.hideDetailLastModified',
            value: modifiedOn && formatDayLong(modifiedOn),
          },
          {
            term: 'applicationDetails.fundsExpected',
            hideWhen: 'applicationOptions.hideDetailFundsExpected',
            value: fundsExpectedOn ? formatDayFull(fundsExpectedOn) : <Text of="applicationDetails.none" />,
          },
        ]}
      />
    </Card>
  );
}
