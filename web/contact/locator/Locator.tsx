import { useState } from 'react';
import { type Branch, isOnMap, sortByDistance } from '#common/contact/rules/branches.ts';
import { useLabel, useOption, useText } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { HelpScreen } from '#web/kit/HelpScreen.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useRemoteLocator } from '#web/kit/use-remote-locator.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { BranchList } from './BranchList.tsx';
import { useBranches } from './branches-data.ts';
import styles from './Locator.module.css';
import { BranchMap } from './map/BranchMap.tsx';
import { useMapView } from './map/use-map-view.ts';
import { OriginForm } from './OriginForm.tsx';
import { useOrigin } from './use-origin.ts';

/** The branch locator (M 2). */
export function Locator() {
  const isOffered = useOption('globalOptions.useBranchLocatorOption');
  return (
    <HelpScreen heading="locator.heading" login="locator.backToLogin">
      <RemoteLocator />
      {isOffered ? (
        <LoadedBranches />
      ) : (
        <Alert tone="info">
          <Text of="locator.notOffered" />
        </Alert>
      )}
    </HelpScreen>
  );
}

/** The institution's outside locator, if any. */
function RemoteLocator() {
  const remoteLocator = useRemoteLocator();
  if (!remoteLocator) return null;
  return (
    <div>
      <Button look="quiet" onClick={remoteLocator.show}>
        <ControlName of="locator.remote" />
      </Button>
      {remoteLocator.dialog}
    </div>
  );
}

function LoadedBranches() {
  const branches = useBranches();
  const loading = useLabel('locator.loading');
  if (branches.state === 'failed') {
    return <SectionProblem of="locator.failed" busy={branches.busy} onTryAgain={branches.tryAgain} />;
  }
  if (branches.state !== 'ready') return <SpinnerView label={loading.label} />;
  if (branches.value.length === 0) {
    return (
      <Alert tone="info">
        <Text of="locator.none" />
      </Alert>
    );
  }
  return <Branches branches={branches.value} />;
}

function Branches({ branches }: { readonly branches: readonly Branch[] }) {
  const usesOutsideMap = useOption('locatorOptions.tileUrl') !== '';
  const notes = [useText(usesOutsideMap ? 'locator.note' : 'locator.noteStates'), useText('locator.noteList')];
  const map = useMapView(branches);
  const [selected, setSelected] = useState<string | null>(null);
  const search = useOrigin((place) => {
    setSelected(null);
    map.goTo(place);
  });
  const nearby = sortByDistance(branches, search.origin?.place ?? null);

  function showOnMap(branch: Branch) {
    setSelected(branch.name);
    if (isOnMap(branch)) map.goTo(branch);
  }
  return (
    <>
      <OriginForm
        search={search}
        onShowAll={() => {
          setSelected(null);
          search.clear();
          map.showAll();
        }}
      />
      <div className={styles.layout}>
        <BranchList branches={nearby} origin={search.origin} selected={selected} onShow={showOnMap} />
        <div className={styles.mapSide}>
          <BranchMap
            map={map}
            branches={nearby}
            origin={search.origin}
            selected={selected}
            onSelect={(name) => {
              setSelected(name);
              document.getElementById(`branch-${name}`)?.scrollIntoView({ block: 'nearest' });
            }}
          />
          <p className={styles.note}>{notes.filter((note) => note !== null).join(' ')}</p>
        </div>
      </div>
    </>
  );
}
