import { useLabel } from '#web/institution/settings.ts';
import { OnItsWay } from '#web/kit/OnItsWay.tsx';
import { SkeletonBlock } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';

/** In place of the charts while they or their figures load. */
export function BalanceLoading() {
  const loading = useLabel('shell.loading');
  return (
    <OnItsWay>
      <output>
        <VisuallyHidden>{loading.label}</VisuallyHidden>
      </output>
      <SkeletonBlock height={220} />
    </OnItsWay>
  );
}
