import { type MapSize, type MapView, tilesOf } from './mercator.ts';

interface TilesProps {
  /** With {z}, {x} and {y}. */
  readonly address: string;
  readonly view: MapView;
  readonly size: MapSize;
}

/** The pictures of the outside map that the institution configured. */
export function Tiles({ address, view, size }: TilesProps) {
  return tilesOf(view, size).map(({ column, row, at }) => (
    <image
      key={`${view.zoom} ${column} ${row}`}
      href={address.replace('{z}', String(view.zoom)).replace('{x}', String(column)).replace('{y}', String(row))}
      x={at.x}
      y={at.y}
      width={256}
      height={256}
    />
  ));
}
