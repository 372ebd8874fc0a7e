import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SwitchKey } from '#common/contract/all-options.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { applicationsQuery } from '#web/data/applications.ts';
import type { DocumentPlace } from './documents-data.ts';
import { fetched, type Fetched } from '#web/data/fetched.ts';
import { accountsQuery } from '#web/data/queries.ts';
import { useLabel, useOptions } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { LazyDocuments } from './DocumentsSection.tsx';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useAccountNumber } from '#web/kit/use-account-number.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Card } from '#web/ui/Card.tsx';
import { SelectField, type SelectOption } from '#web/ui/SelectField.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import styles from './document-screens.module.css';

/** Parts of a screen of which one shows; those with uploads in progress stay mounted but hidden. */
interface Kept<Key extends string> {
  /** The visible part, and all others with uploads. */
  readonly keys: readonly Key[];
  readonly holdsFiles: boolean;
  readonly hold: (key: Key, holdsFiles: boolean) => void;
}

type TabId = 'account' | 'profile' | 'applications';

const tabs: readonly { readonly id: TabId; readonly text: TextKey; readonly hideWhen: SwitchKey }[] = [
  { id: 'account', text: 'documentCenter.account', hideWhen: 'documentOptions.hideTabAccount' },
  { id: 'profile', text: 'documentCenter.profile', hideWhen: 'documentOptions.hideTabProfile' },
  { id: 'applications', text: 'documentCenter.applications', hideWhen: 'documentOptions.hideTabApplications' },
];

/** All documents in one place (M 2); a tab's content loads when opened. */
export function DocumentCenter() {
  const option = useOptions();
  const isOffered = option('globalOptions.useDocumentCenterOption');
  const shown = tabs.filter(({ hideWhen }) => !option(hideWhen));
  const [first] = shown;
  if (!isOffered) {
    return (
      <div className={styles.screen}>
        <PageHeading of="documentCenter.heading" />
        <Alert tone="info">
          <Text of="documentCenter.notOffered" />
        </Alert>
      </div>
    );
  }
  return (
    <div className={styles.screen}>
      <PageHeading of="documentCenter.heading" />
      {first ? (
        <DocumentTabs shown={shown} first={first.id} />
      ) : (
        <Card padded>
          <p>
            <Text of="documentCenter.nothingShown" />
          </p>
        </Card>
      )}
    </div>
  );
}

function DocumentTabs({ shown, first }: { readonly shown: typeof tabs; readonly first: TabId }) {
  const bar = useLabel('documentCenter.tabs');
  const [selected, setSelected] = useState(first);
  const kept = useKept<TabId>(selected);
  return (
    <Card>
      <Tabs
        label={bar.label}
        tabs={shown.map(({ id, text }) => ({ id, label: <ControlName of={text} /> }))}
        selected={selected}
        onSelect={setSelected}
      >
        {kept.keys.map((id) => (
          <div key={id} hidden={id !== selected}>
            <div className={styles.panel}>
              <TabContent id={id} onFiles={(holdsFiles) => kept.hold(id, holdsFiles)} />
            </div>
          </div>
        ))}
      </Tabs>
    </Card>
  );
}

interface HoldingProps {
  /** Reports whether files are chosen or uploading, so they aren't lost by switching views. */
  readonly onFiles: (holdsFiles: boolean) => void;
}

function TabContent({ id, onFiles }: HoldingProps & { readonly id: TabId }) {
  switch (id) {
    case 'account':
      return <AccountDocuments onFiles={onFiles} />;
    case 'profile':
      return <LazyDocuments place={{ kind: 'customer' }} headingAs="h2" onFiles={onFiles} />;
    case 'applications':
      return <ApplicationDocuments onFiles={onFiles} />;
  }
}

function AccountDocuments({ onFiles }: HoldingProps) {
  const shownNumber = useAccountNumber();
  return (
    <ChosenPlace
      onFiles={onFiles}
      things={fetched(useQuery(accountsQuery))}
      words={{
        label: 'documentCenter.accountNumber',
        choose: 'documentCenter.chooseAccount',
        none: 'documentCenter.noAccounts',
        failed: 'documentCenter.accountsError',
      }}
      optionOf={({ number, description }) => ({ value: number, label: `${shownNumber(number)} ${description}` })}
      placeOf={(accountNumber) => ({ kind: 'account', accountNumber })}
    />
  );
}

function ApplicationDocuments({ onFiles }: HoldingProps) {
  return (
    <ChosenPlace
      onFiles={onFiles}
      things={fetched(useQuery(applicationsQuery))}
      words={{
        label: 'documentCenter.applicationNumber',
        choose: 'documentCenter.chooseApplication',
        none: 'documentCenter.noApplications',
        failed: 'documentCenter.applicationsError',
      }}
      optionOf={({ applicationNumber, status }) => ({
        value: applicationNumber,
        label: `${applicationNumber} ${status}`,
      })}
      placeOf={(applicationNumber) => ({ kind: 'application', applicationNumber })}
    />
  );
}

interface ChosenPlaceProps<Thing> extends HoldingProps {
  readonly things: Fetched<readonly Thing[]>;
  readonly words: Readonly<Record<'label' | 'choose' | 'none' | 'failed', TextKey>>;
  readonly optionOf: (thing: Thing) => SelectOption;
  readonly placeOf: (value: string) => DocumentPlace;
}

function ChosenPlace<Thing>({ things, words, optionOf, placeOf, onFiles }: ChosenPlaceProps<Thing>) {
  const label = useLabel(words.label);
  const choose = useLabel(words.choose);
  const loading = useLabel('shell.loading');
  const [value, setValue] = useState('');
  if (things.state === 'failed')
    return <SectionProblem of={words.failed} busy={things.busy} onTryAgain={things.tryAgain} />;
  if (things.state !== 'ready') return <SpinnerView label={loading.label} size={35} />;
  const options = things.value.map(optionOf);
  if (options.length === 0) {
    return (
      <p>
        <Text of={words.none} />
      </p>
    );
  }
  const shown = options.length === 1 ? (options[0]?.value ?? '') : value;
  return (
    <>
      <div className={styles.choice}>
        <SelectField
          label={label.label}
          labelHidden={label.labelHidden}
          placeholder={choose.label}
          options={options}
          value={shown}
          onChange={(event) => setValue(event.target.value)}
        />
      </div>
      {shown !== '' && <Places shown={shown} placeOf={placeOf} onFiles={onFiles} />}
    </>
  );
}

interface PlacesProps extends HoldingProps {
  readonly shown: string;
  readonly placeOf: (value: string) => DocumentPlace;
}

/** The documents of the selected place, and hidden ones with uploads in progress. */
function Places({ shown, placeOf, onFiles }: PlacesProps) {
  const kept = useKept(shown);
  const tell = useEffectEvent(onFiles);
  useEffect(() => tell(kept.holdsFiles), [kept.holdsFiles]);
  return kept.keys.map((value) => (
    <div key={value} hidden={value !== shown}>
      <LazyDocuments place={placeOf(value)} headingAs="h2" onFiles={(holdsFiles) => kept.hold(value, holdsFiles)} />
    </div>
  ));
}

function useKept<Key extends string>(shown: Key): Kept<Key> {
  const [holding, setHolding] = useState<ReadonlySet<Key>>(new Set());
  return {
    keys: [...new Set([...holding, shown])].toSorted(),
    holdsFiles: holding.size > 0,
    hold: (key, holdsFiles) =>
      setHolding((now) => {
        if (now.has(key) === holdsFiles) return now;
        const others = [...now].filter((one) => one !== key);
        return new Set(holdsFiles ? [...others, key] : others);
      }),
  };
}
