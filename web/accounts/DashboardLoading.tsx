import { useLabel } from '#web/institution/settings.ts';
import { Card } from '#web/ui/Card.tsx';
import { SkeletonBlock } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';

export function DashboardLoading() {
  const { label } = useLabel('shell.loading');
  return (
    <>
      <output>
        <VisuallyHidden>{label}</VisuallyHidden>
      </output>
      <SkeletonBlock height={194} />
      <Card padded>
        <SkeletonBlock height={220} />
      </Card>
    </>
  );
}
