import { useSyncExternalStore } from 'react';

/** Whether the window is as narrow as a phone; follows its width. */
export function usePhone(): boolean {
  return useNarrow(760);
}

/** Whether the window is at most this wide; follows its width. */
export function useNarrow(widthPx: number): boolean {
  const media = `(max-width: ${widthPx}px)`;
  return useSyncExternalStore((followers[media] ??= followerOf(media)), () => matchMedia(media).matches);
}

/** One for each width, or React would subscribe again each time. */
const followers: Record<string, (onChange: () => void) => () => void> = {};

function followerOf(media: string) {
  return (onChange: () => void) => {
    const query = matchMedia(media);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  };
}
