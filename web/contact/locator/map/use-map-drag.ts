import { type PointerEvent, useRef } from 'react';
import { type MapPoint, type MapView, moveView } from './mercator.ts';

/** A pointer that moved less than this counts as a click. */
const STILL_PIXELS = 6;

/** Moves the map with mouse, pen or finger, and reports clicks. */
export function useMapDrag(change: (next: (view: MapView) => MapView) => void, onPress: (at: MapPoint) => void) {
  const last = useRef<(MapPoint & { readonly traveled: number }) | null>(null);

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (!event.isPrimary) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    last.current = { x: event.clientX, y: event.clientY, traveled: 0 };
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const before = last.current;
    if (!before || !event.isPrimary) return;
    const step = { x: before.x - event.clientX, y: before.y - event.clientY };
    last.current = { x: event.clientX, y: event.clientY, traveled: before.traveled + Math.hypot(step.x, step.y) };
    change((view) => moveView(view, step));
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    const traveled = last.current?.traveled ?? STILL_PIXELS;
    last.current = null;
    if (traveled >= STILL_PIXELS) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    onPress({ x: event.clientX - left, y: event.clientY - top });
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: () => void (last.current = null) };
}
