import { MapPin, Navigation, Phone } from 'lucide-react';
import { useState } from 'react';
import { type Branch, type BranchNearby, isOnMap } from '#common/contact/rules/branches.ts';
import { useLabel, useOption, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { NoBreak } from '#web/kit/NoBreak.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import styles from './Locator.module.css';
import type { Origin } from './use-origin.ts';
import { OutsideLinkDialog } from '#web/kit/OutsideLinkDialog.tsx';

interface BranchListProps {
  readonly branches: readonly BranchNearby[];
  readonly origin: Origin | null;
  readonly selected: string | null;
  readonly onShow: (branch: Branch) => void;
}

/** Every branch with all details of the map; nearest first once there is a starting point. */
export function BranchList({ branches, origin, selected, onShow }: BranchListProps) {
  const [leavingFor, setLeavingFor] = useState<Branch | null>(null);
  return (
    <Card>
      <div aria-live="polite">
        <h2 className={styles.listHeading}>
          <ListName origin={origin} count={branches.length} />
        </h2>
      </div>
      <ol className={styles.list}>
        {branches.map((nearby, index) => (
          <BranchEntry
            key={nearby.branch.name}
            nearby={nearby}
            number={index + 1}
            isSelected={nearby.branch.name === selected}
            onShow={onShow}
            onDirections={setLeavingFor}
          />
        ))}
      </ol>
      {leavingFor && <DirectionsDialog branch={leavingFor} onClose={() => setLeavingFor(null)} />}
    </Card>
  );
}

function ListName({ origin, count }: { readonly origin: Origin | null; readonly count: number }) {
  if (!origin) return <Text of="locator.allBranches" with={{ count: String(count) }} />;
  return origin.zip === null ? (
    <Text of="locator.nearestToYou" />
  ) : (
    <Text of="locator.nearestTo" with={{ place: origin.zip }} />
  );
}

interface BranchEntryProps {
  readonly nearby: BranchNearby;
  /** The same number as on the map. */
  readonly number: number;
  readonly isSelected: boolean;
  readonly onShow: (branch: Branch) => void;
  readonly onDirections: (branch: Branch) => void;
}

function BranchEntry({ nearby: { branch, miles }, number, isSelected, onShow, onDirections }: BranchEntryProps) {
  const text = useTexts();
  const directionsUrl = useOption('locatorOptions.directionsUrl');
  const directionsTo = useLabel('locator.directionsTo', { branch: branch.name });
  const onMap = isOnMap(branch);
  return (
    <li id={`branch-${branch.name}`} className={styles.branch} data-selected={isSelected}>
      <span className={styles.number} data-on-map={onMap} aria-hidden="true">
        {onMap ? number : '–'}
      </span>
      <div className={styles.about}>
        <h3>{branch.name}</h3>
        <address>
          {branch.streetAddress}
          <br />
          {branch.city}, {branch.state} <NoBreak>{branch.zip}</NoBreak>
        </address>
        <p className={styles.distance}>
          {miles !== null && <Text of="locator.miles" with={{ miles: inTenths.format(miles) }} />}
          {!onMap && <Text of="locator.noFixedPlace" />}
        </p>
        <div className={styles.actions}>
          {branch.phoneNumber !== '' && (
            <a
              href={`tel:${branch.phoneNumber.replaceAll(/[^\d+]/g, '')}`}
              aria-label={text('locator.call', { branch: branch.name, branchPhone: branch.phoneNumber }) ?? undefined}
            >
              <Phone size={16} aria-hidden="true" />
              <NoBreak>{branch.phoneNumber}</NoBreak>
            </a>
          )}
          {onMap && (
            <div className={styles.ofTheMap}>
              <Button
                look="text"
                aria-pressed={isSelected}
                aria-label={`${text('locator.onMap') ?? ''} ${branch.name}`}
                onClick={() => onShow(branch)}
              >
                <MapPin size={16} aria-hidden="true" />
                <ControlName of="locator.onMap" />
              </Button>
              {directionsUrl !== '' && (
                <Button look="text" aria-label={directionsTo.label} onClick={() => onDirections(branch)}>
                  <Navigation size={16} aria-hidden="true" />
                  <ControlName of="locator.directions" />
                </Button>
              )}
            </div>
          )}
        </div>
      </div>
    </li>
  );
}

const inTenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** A notice before directions open on an outside site. */
function DirectionsDialog({ branch, onClose }: { readonly branch: Branch; readonly onClose: () => void }) {
  const service = useOption('locatorOptions.directionsUrl');
  const destination = `${branch.streetAddress}, ${branch.city}, ${branch.state} ${branch.zip}`;
  const address = service.replace('{}', encodeURIComponent(destination));
  return (
    <OutsideLinkDialog
      width={500}
      title="directionsDialog.title"
      cancel="directionsDialog.cancel"
      open="directionsDialog.open"
      address={address}
      onClose={onClose}
    >
      <Text of="directionsDialog.text" with={{ branch: branch.name, site: new URL(address, location.href).hostname }} />
    </OutsideLinkDialog>
  );
}
