import { type ReactNode, useEffect, useRef } from 'react';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import styles from './DeskPage.module.css';
import { problemOf } from './problem-words.ts';

interface DeskPageProps {
  readonly title: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the desk: its title takes the focus and names the window. */
export function DeskPage({ title, aside, children }: DeskPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Desk`;
    heading.current?.focus();
  }, [title]);
  return (
    <>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {aside}
      </div>
      {children}
    </>
  );
}

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly refetch: () => Promise<unknown>;
  };
  readonly children: (data: Data) => ReactNode;
}

/** Shows data once it is there, or why it isn't. Data that can't be refreshed stays, with what was typed into it. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  const { data, error } = query;
  if (data === undefined && !error) {
    return (
      <output className={styles.waiting} aria-label="Loading">
        <Spinner size={20} />
      </output>
    );
  }
  return (
    <>
      {error && (
        <Alert
          tone="bad"
          action={
            <Button look="text" onClick={() => void query.refetch()}>
              Try again
            </Button>
          }
        >
          {data !== undefined && 'This may be out of date. '}
          {problemOf(error)}
        </Alert>
      )}
      {data !== undefined && children(data)}
    </>
  );
}

interface LoadedPageProps<Data> extends LoadedProps<Data> {
  /** The page's, if its data can't be read. */
  readonly title: string;
}

/** A page whose data has its title. */
export function LoadedPage<Data>({ title, query, children }: LoadedPageProps<Data>) {
  const page = <Loaded query={query}>{children}</Loaded>;
  return query.error && query.data === undefined ? <DeskPage title={title}>{page}</DeskPage> : page;
}

/** A titled part of a page. */
export function Panel({ title, aside, children }: DeskPageProps) {
  return (
    <section className={styles.panel} aria-label={title}>
      <div className={styles.panelHead}>
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Says that a list has nothing. */
export function Empty({ children }: { readonly children: ReactNode }) {
  return <p className={styles.empty}>{children}</p>;
}
