import { mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import statesAddress from 'us-atlas/states-10m.json?url';
import { toMapPoint } from './mercator.ts';

/** Outlines as SVG paths, in units of 1/100,000 of the world's width. */
export interface States {
  readonly coasts: string;
  readonly borders: string;
}

export const STATES_SCALE = 100_000;

export async function loadStates(): Promise<States> {
  const response = await fetch(statesAddress);
  if (!response.ok) throw new Error('The state outlines could not be loaded');
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

/** Two decimals are one pixel at the highest zoom. */
function toPathPoint([longitude = 0, latitude = 0]: readonly number[]): string {
  const { x, y } = toMapPoint({ latitude, longitude });
  return `${inHundredths(x * STATES_SCALE)} ${inHundredths(y * STATES_SCALE)}`;
}

function inHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
