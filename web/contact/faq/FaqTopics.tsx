import { useRouterState } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { PageLink } from '#web/kit/PageLink.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import styles from './Faq.module.css';
import type { ShownSection } from './faq-sections.ts';

interface FaqTopicsProps {
  readonly sections: readonly ShownSection[];
  readonly chosen: ShownSection | undefined;
  readonly onChoose: () => void;
}

/** Topics beside the answers, or as a menu on small screens (M 2). Each has its own address. */
export function FaqTopics({ sections, chosen, onChoose }: FaqTopicsProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { label } = useLabel('faq.topics');
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return (
    <nav aria-label={label} className={styles.topics}>
      <button
        type="button"
        className={classNames(buttonClass('quiet', true), styles.menuButton)}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span>
          {label}
          {chosen && (
            <>
              {': '}
              <ControlName of={chosen.name} />
            </>
          )}
        </span>
        <ChevronDown size={18} aria-hidden="true" />
      </button>
      <ul id={id} data-open={open}>
        {sections.map((section) => (
          <li key={section.id}>
            <PageLink
              to={pathname}
              search={{ section: section.id }}
              className={styles.topicLink}
              current={section.id === chosen?.id}
              onClick={() => {
                setOpen(false);
                onChoose();
              }}
            >
              <ControlName of={section.name} />
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
