import { useEffect, useRef, useState } from 'react';
import { type Control, useForm, useWatch } from 'react-hook-form';
import { type Place, ZIP_LENGTH } from '#common/contact/rules/branches.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { type Failure, type Outcome, useAction } from '#web/data/use-action.ts';
import { findPlaceOfZip } from './branches-data.ts';

/** The point distances are measured from. */
export interface Origin {
  /** Null for the visitor's location. */
  readonly zip: string | null;
  readonly place: Place;
}

interface Search {
  readonly find: (signal: AbortSignal) => Promise<Outcome<Origin>>;
  readonly signal: AbortSignal;
}

export interface OriginSearch {
  readonly control: Control<{ zip: string }>;
  readonly zip: string;
  readonly origin: Origin | null;
  readonly busy: boolean;
  readonly problem: TextKey | null;
  /** Searches at exactly five characters (M 5). */
  readonly searchZip: () => void;
  /** Asks the browser, which asks for permission. */
  readonly locate: () => void;
  readonly clear: () => void;
}

/** How long the browser may take to find the location. */
const LOCATE_TIMEOUT_MS = 15_000;

/** @param onFound moves the map there */
export function useOrigin(onFound: (place: Place) => void): OriginSearch {
  const { control, getValues, reset } = useForm({ defaultValues: { zip: '' } });
  const [origin, setOrigin] = useState<Origin | null>(null);
  const latest = useRef<AbortController | null>(null);
  useEffect(() => () => latest.current?.abort(), []);

  const searching = useAction(({ find, signal }: Search) => find(signal), {
    onDone(found, { signal }) {
      if (signal.aborted) return;
      setOrigin(found);
      onFound(found.place);
    },
    onFailed: (_failure, { signal }) => {
      if (!signal.aborted) setOrigin(null);
    },
  });

  /** Ends an earlier search, whose result no longer counts. */
  function stop() {
    latest.current?.abort();
    searching.clear();
  }

  function search(find: Search['find']) {
    stop();
    latest.current = new AbortController();
    void searching.run({ find, signal: latest.current.signal });
  }

  return {
    control,
    zip: useWatch({ control, name: 'zip' }),
    origin,
    busy: searching.busy,
    problem: searching.failure && textOf(searching.failure),
    searchZip() {
      const { zip } = getValues();
      if (zip.length === ZIP_LENGTH) search((signal) => originOfZip(zip, signal));
      else stop();
    },
    locate() {
      reset();
      search(originOfBrowser);
    },
    clear() {
      stop();
      reset();
      setOrigin(null);
    },
  };
}

function textOf(failure: Failure): TextKey {
  return failure.kind === 'stopped' ? failure.text : 'locator.zipNotReceived';
}

async function originOfZip(zip: string, signal: AbortSignal): Promise<Outcome<Origin>> {
  const place = await findPlaceOfZip(zip, signal);
  if (place === 'unknown') return { kind: 'stopped', text: 'locator.invalidZip' };
  if (place === 'failed') return { kind: 'stopped', text: 'locator.zipNotReceived' };
  return { kind: 'answer', body: { zip, place } };
}

function originOfBrowser(): Promise<Outcome<Origin>> {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        resolve({ kind: 'answer', body: { zip: null, place: { latitude, longitude } } }),
      () => resolve({ kind: 'stopped', text: 'locator.locationDenied' }),
      { timeout: LOCATE_TIMEOUT_MS, maximumAge: 60_000 },
    );
  });
}
