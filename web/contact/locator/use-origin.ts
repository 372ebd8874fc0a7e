import { useEffect, useRef, useState } from 'react';
import { type Place, ZIP_LENGTH } from '#common/contact/rules/branches.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { findPlaceOfZip } from './branches-data.ts';

/** The point distances are measured from. */
export interface Origin {
  /** Null for the visitor's location. */
  readonly zip: string | null;
  readonly place: Place;
}

export interface OriginSearch {
  readonly typed: string;
  readonly origin: Origin | null;
  readonly busy: boolean;
  readonly problem: TextKey | null;
  /** Searches at exactly five characters (M 5). */
  readonly type: (typed: string) => void;
  /** Asks the browser, which asks for permission. */
  readonly locate: () => void;
  readonly clear: () => void;
}

/** How long the browser may take to find the location. */
const LOCATE_TIMEOUT_MS = 15_000;

/** @param onFound moves the map there */
export function useOrigin(onFound: (place: Place) => void): OriginSearch {
  const [typed, setTyped] = useState('');
  const [origin, setOrigin] = useState<Origin | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<TextKey | null>(null);
  const latest = useRef<AbortController | null>(null);
  useEffect(() => () => latest.current?.abort(), []);

  /** Ignores results of earlier searches. */
  async function search(find: (signal: AbortSignal) => Promise<Origin | TextKey>) {
    latest.current?.abort();
    const controller = new AbortController();
    latest.current = controller;
    setProblem(null);
    setBusy(true);
    const found = await find(controller.signal).catch(() => null);
    if (found === null || controller.signal.aborted) return;
    setBusy(false);
    if (typeof found === 'string') {
      setProblem(found);
      setOrigin(null);
    } else {
      setOrigin(found);
      onFound(found.place);
    }
  }

  function stop() {
    latest.current?.abort();
    setBusy(false);
    setProblem(null);
  }

  return {
    typed,
    origin,
    busy,
    problem,
    type(value) {
      setTyped(value);
      if (value.length === ZIP_LENGTH) void search((signal) => originOfZip(value, signal));
      else stop();
    },
    locate() {
      setTyped('');
      void search(originOfBrowser);
    },
    clear() {
      stop();
      setTyped('');
      setOrigin(null);
    },
  };
}

async function originOfZip(zip: string, signal: AbortSignal): Promise<Origin | TextKey> {
  const place = await findPlaceOfZip(zip, signal);
  if (place === 'unknown') return 'locator.invalidZip';
  return place === 'failed' ? 'locator.zipNotReceived' : { zip, place };
}

function originOfBrowser(): Promise<Origin | TextKey> {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ zip: null, place: { latitude, longitude } }),
      () => resolve('locator.locationDenied'),
      { timeout: LOCATE_TIMEOUT_MS, maximumAge: 60_000 },
    );
  });
}
