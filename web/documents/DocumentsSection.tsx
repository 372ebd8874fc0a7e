import { lazy, type ReactNode, Suspense } from 'react';
import type { SwitchKey } from '#common/contract/all-options.ts';
import type { DocumentPlace } from './documents-data.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { Nearby } from '#web/kit/Nearby.tsx';
import { OnItsWay } from '#web/kit/OnItsWay.tsx';
import { Section } from '#web/kit/Section.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import type { DocumentsProps } from './Documents.tsx';
import styles from './documents.module.css';

/** Loaded only where documents are shown. */
const Documents = lazy(async () => ({ default: (await import('./Documents.tsx')).Documents }));

export function LazyDocuments(props: DocumentsProps) {
  const loading = useLabel('documents.loading');
  return (
    <Suspense
      fallback={
        <OnItsWay>
          <SpinnerView label={loading.label} size={35} />
        </OnItsWay>
      }
    >
      <Documents {...props} />
    </Suspense>
  );
}

interface DocumentsSectionProps {
  readonly place: DocumentPlace;
  readonly hideWhen?: SwitchKey;
  /** On a phone the section folds to one line with this value. */
  readonly fold?: ReactNode;
}

/** A section of documents, where the institution uses file services (M 6). */
export function DocumentsSection({ place, hideWhen, fold }: DocumentsSectionProps) {
  const offered = useOption('globalOptions.useFileServicesOption');
  if (!offered) return null;
  return (
    <Section heading="documents.heading" fold={fold} {...(hideWhen ? { hideWhen } : {})}>
      <div className={styles.section}>
        <Nearby name="documents">
          <LazyDocuments place={place} />
        </Nearby>
      </div>
    </Section>
  );
}
