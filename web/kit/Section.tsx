import { ChevronDown } from 'lucide-react';
import { type ReactNode, useCallback, useContext, useEffect, useId, useLayoutEffect, useState } from 'react';
import type { SwitchKey } from '#common/contract/all-options.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useOptions, useText } from '#web/institution/settings.ts';
import { Card } from '#web/ui/Card.tsx';
import { FoldedBody } from './FoldedBody.tsx';
import { SectionGroupContext, SectionIndexContext, UnfoldedContext } from './section-index.ts';
import styles from './Section.module.css';
import { useTurn } from './take-turns.ts';
import { usePhone } from './use-phone.ts';

interface SectionProps {
  /** If the institution hides it, the section is hidden. */
  readonly heading: TextKey;
  readonly info?: TextKey;
  readonly hideWhen?: SwitchKey;
  /** Placed at the end of the heading's line. */
  readonly aside?: ReactNode;
  /** On a phone the section is one line that ends with this value and unfolds; null for a line without a value. */
  readonly fold?: ReactNode;
  /** Left out on paper, where nothing can be chosen. */
  readonly screenOnly?: boolean;
  readonly children: ReactNode;
}

/** A titled section that is hidden if the institution hides it. */
export function Section({ heading, info, hideWhen, aside, fold, screenOnly = false, children }: SectionProps) {
  const id = useId();
  const option = useOptions();
  const title = useText(heading);
  const infoText = useText(info ?? heading);
  const enter = useContext(SectionIndexContext);
  const group = useContext(SectionGroupContext);
  const folds = usePhone() && fold !== undefined;
  const unfolded = useContext(UnfoldedContext);
  const [open, setOpen] = useState(unfolded?.has(heading) ?? false);
  const unfold = useCallback(() => setOpen(true), []);
  const showsBody = useTurn(!folds || open);
  useEffect(() => {
    if (open) unfolded?.add(heading);
    else unfolded?.delete(heading);
  }, [heading, open, unfolded]);
  const isShown = title !== null && !(hideWhen !== undefined && option(hideWhen));
  // Before painting, so the links don't push the content down.
  useLayoutEffect(
    () => (enter && isShown ? enter({ id, title, group }) : undefined),
    [enter, group, id, isShown, title],
  );
  if (!isShown) return null;
  const bodyId = `${id}-body`;
  const content = (
    <>
      {info !== undefined && infoText ? <p className={styles.info}>{infoText}</p> : null}
      {children}
    </>
  );
  return (
    <Card as="section" aria-labelledby={id} screenOnly={screenOnly}>
      <div className={folds ? styles.line : styles.head}>
        <h2 id={id} tabIndex={enter && !folds ? -1 : undefined}>
          {folds ? (
            <button
              type="button"
              className={styles.unfold}
              aria-expanded={open}
              aria-controls={bodyId}
              onClick={() => setOpen(!open)}
            >
              {title}
            </button>
          ) : (
            title
          )}
        </h2>
        {folds ? (
          <span className={styles.value}>
            {!open && fold}
            <ChevronDown size={20} className={styles.chevron} data-open={open} aria-hidden="true" />
          </span>
        ) : aside ? (
          <div className={styles.aside}>{aside}</div>
        ) : null}
      </div>
      {fold === undefined ? (
        content
      ) : (
        <FoldedBody id={bodyId} folded={folds && !open} onFound={unfold}>
          {folds && aside ? <div className={styles.info}>{aside}</div> : null}
          {showsBody && content}
        </FoldedBody>
      )}
    </Card>
  );
}
