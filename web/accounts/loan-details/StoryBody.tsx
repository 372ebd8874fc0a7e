import type { ReactNode } from 'react';
import type { LoanStory } from '#common/accounts/loan-story.wire.ts';
import type { Fetched } from '#web/data/fetched.ts';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { BalanceLoading } from './BalanceLoading.tsx';
import styles from './loan-details.module.css';

interface StoryBodyProps {
  readonly story: Fetched<LoanStory>;
  readonly children: (story: LoanStory) => ReactNode;
}

/** The body of a section about the life of the loan, from the first moment on. */
export function StoryBody({ story, children }: StoryBodyProps) {
  return (
    <div className={styles.body}>
      {story.state === 'ready' ? (
        children(story.value)
      ) : story.state === 'failed' ? (
        <SectionProblem of="loanDetails.sectionError" busy={story.busy} onTryAgain={story.tryAgain} />
      ) : (
        <BalanceLoading />
      )}
    </div>
  );
}
