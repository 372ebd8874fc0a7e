import { mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import statesAddress from 'us-atlas/states-10m.json?url';
import { toMapPoint } from './mercator.ts';

/** Outlines as paths of an SVG; one of their units is a hundred thousandth of the world. */
export interface States {
  readonly coasts: string;
  readonly borders: string;
}

export const STATES_SCALE = 100_000;

/** The states of the Census Bureau, as packaged; fetched from our own server when a map is shown. */
export async function loadStates(): Promise<States> {
  const response = await fetch(statesAddress);
  if (!response.ok) throw new Error('The outlines of the states could not be loaded');
  const atlas = (await response.json()) as Topology<{ states: GeometryCollection }>;
  const { states } = atlas.objects;
  return {
    coasts: toPath(mesh(atlas, states, (one, other) => one === other).coordinates),
    borders: toPath(mesh(atlas, states, (one, other) => one !== other).coordinates),
  };
}

function toPath(lines: readonly (readonly (readonly number[])[])[]): string {
  return lines.map((line) => `M${line.map(toPathPoint).join('L')}`).join('');
}

/** Two digits behind the point are a pixel of the nearest view. */
function toPathPoint([longitude = 0, latitude = 0]: readonly number[]): string {
  const { x, y } = toMapPoint({ latitude, longitude });
  return `${inHundredths(x * STATES_SCALE)} ${inHundredths(y * STATES_SCALE)}`;
}

function inHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
