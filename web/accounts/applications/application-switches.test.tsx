import { beforeEach } from 'vitest';
import type { Application } from '#common/accounts/application-list.wire.ts';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { applicationQuery, applicationsQuery } from '#web/data/applications.ts';
import { queryClient } from '#web/data/query-client.ts';
import { testSwitches } from '#tests/builders/render-screen.tsx';
import { ApplicationDetails } from './ApplicationDetails.tsx';
import { ApplicationList } from './ApplicationList.tsx';

const application: Application = {
  applicationNumber: 'A-100',
  status: 'Approved',
  amountRequestedCents: cents(500_000),
  amountApprovedCents: cents(450_000),
  lastModifiedAt: '2026-11-20T15:00:00Z',
  office: 'Portland',
  fundsExpectedOn: day('2026-12-01'),
};

beforeEach(() => {
  queryClient.setQueryData(applicationsQuery.queryKey, [application]);
  queryClient.setQueryData(applicationQuery('A-100').queryKey, application);
});

testSwitches('in the list of applications', {
  content: () => <ApplicationList />,
  items: 'th',
  hides: {
    'applicationOptions.hideStatus': 'Status',
    'applicationOptions.hideApplication': 'Application',
    'applicationOptions.hideAmountRequested': 'Amount Requested',
    'applicationOptions.hideAmountApproved': 'Amount Approved',
    'applicationOptions.hideLastModified': 'Last Modified',
    'applicationOptions.hideBranchOffice': 'Branch Office',
  },
});

testSwitches('among the facts of an application', {
  content: () => <ApplicationDetails />,
  screen: { path: '/applications/$applicationNumber', address: '/applications/A-100' },
  items: 'dt',
  hides: {
    'applicationOptions.hideDetailPersonalName': 'Name',
    'applicationOptions.hideDetailApplicationNumber': 'Application number',
    'applicationOptions.hideDetailStatus': 'Status',
    'applicationOptions.hideDetailAmountRequested': 'Amount requested',
    'applicationOptions.hideDetailAmountApproved': 'Amount approved',
    'applicationOptions.hideDetailLastModified': 'Last modified',
    'applicationOptions.hideDetailFundsExpected': 'Funds expected',
  },
});
