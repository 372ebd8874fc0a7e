import { Link, useParams } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { UnlessClosed } from '#web/desk/customers/UnlessClosed.tsx';
import { DeskPage, Loaded } from '#web/desk/kit/DeskPage.tsx';

export interface LoanName {
  readonly customerId: string;
  readonly accountNumber: string;
}

/** The loan that the page's address names. */
export function useLoan(): LoanName {
  const { customerId = '', accountNumber = '' }: Partial<LoanName> = useParams({ strict: false });
  return { customerId, accountNumber };
}

interface LoanPageProps<Data> extends ComponentProps<typeof Loaded<Data>> {
  readonly loan: LoanName;
  /** The first part of the page's address. */
  readonly at: string;
  /** Shown until a reason opens the customer. */
  readonly title: string;
  /** By default the title of the loan. */
  readonly heading?: string;
  /** Further panels, and dialogs, which must stay when the data can't be read again. */
  readonly more?: ReactNode;
}

/** A page about one loan, once its customer is open. */
export function LoanPage<Data>(props: LoanPageProps<Data>) {
  const { loan, at, title, heading = `${title} of ${loan.accountNumber}`, query, children, more } = props;
  const { customerId, accountNumber } = loan;
  const path = `/${at}/${encodeURIComponent(customerId)}/${encodeURIComponent(accountNumber)}`;
  return (
    <UnlessClosed title={title} customerId={customerId} path={path} error={query.error}>
      <DeskPage
        title={heading}
        aside={<Link to={`/customers/${encodeURIComponent(customerId)}`}>Customer {customerId}</Link>}
      >
        <Loaded query={query}>{children}</Loaded>
        {more}
      </DeskPage>
    </UnlessClosed>
  );
}
