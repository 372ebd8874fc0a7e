import { useState } from 'react';
import { isOnMap, type Place } from '#common/contact/rules/branches.ts';
import { useOption } from '#web/institution/settings.ts';
import { type MapSize, type MapView, NEAREST_ZOOM, toMapPoint, viewOf } from './mercator.ts';

export interface MapState {
  readonly view: MapView;
  readonly size: MapSize;
  readonly change: (next: (view: MapView) => MapView) => void;
  /** Zooms as close as the institution configured for searches (M 7). */
  readonly goTo: (place: Place) => void;
  readonly showAll: () => void;
  readonly resize: (size: MapSize) => void;
}

export function useMapView(places: readonly Place[]): MapState {
  const closestZoom = Math.min(useOption('locatorOptions.mapZoom') ?? 10, NEAREST_ZOOM);
  const [size, setSize] = useState<MapSize>({ width: 640, height: 420 });
  const [moved, setMoved] = useState<MapView | null>(null);
  const whole = viewOf(places.filter(isOnMap), size, closestZoom);
  const view = moved ?? whole;
  return {
    view,
    size,
    change: (next) => setMoved(next(view)),
    goTo: (place) => setMoved({ center: toMapPoint(place), zoom: closestZoom }),
    showAll: () => setMoved(null),
    resize: setSize,
  };
}
