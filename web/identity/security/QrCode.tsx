import { generate } from 'lean-qr';
import { useMemo } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useLabel } from '#web/institution/settings.ts';
import styles from './security.module.css';

/** The margin cameras need around the code (ISO/IEC 18004). */
const QUIET_ZONE = 4;

interface QrCodeProps {
  readonly content: string;
  readonly label: TextKey;
}

/** Drawn locally, so no service sees the content. */
export function QrCode({ content, label }: QrCodeProps) {
  const name = useLabel(label);
  const { path, size } = useMemo(() => draw(content), [content]);
  const edge = size + 2 * QUIET_ZONE;
  return (
    <figure className={styles.code} aria-label={name.label}>
      <svg viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${edge} ${edge}`} shapeRendering="crispEdges" aria-hidden="true">
        <path d={path} fill="currentColor" />
      </svg>
    </figure>
  );
}

function draw(content: string): { readonly path: string; readonly size: number } {
  const code = generate(content);
  const squares: string[] = [];
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) squares.push(`M${x} ${y}h1v1h-1z`);
  }
  return { path: squares.join(''), size: code.size };
}
