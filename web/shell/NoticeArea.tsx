import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './AccountLayout.module.css';

/**
 * Notices that may arrive at any time. The screen below must not move under a finger: the page scrolls by what they add,
 * but not so far that they would be out of sight. A page that is scrolled already is kept in place by the browser.
 */
export function NoticeArea({ children }: { readonly children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const notices = area.current;
    if (!notices) return undefined;
    const spaceOf = () => {
      // Measuring would lay out the whole screen in the middle of React's work.
      if (!notices.hasChildNodes()) return 0;
      const height = notices.offsetHeight;
      return height === 0 ? 0 : height + parseFloat(getComputedStyle(notices.parentElement ?? notices).rowGap);
    };
    let space = spaceOf();
    const watcher = new ResizeObserver(() => {
      const added = spaceOf() - space;
      space += added;
      if (added > 0 && scrollY === 0) scrollBy(0, Math.min(added, notices.getBoundingClientRect().top));
    });
    watcher.observe(notices);
    return () => watcher.disconnect();
  }, []);
  return (
    <div ref={area} className={styles.notices}>
      {children}
    </div>
  );
}
