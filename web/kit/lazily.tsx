import { type ComponentType, lazy, Suspense } from 'react';

/**
 * A component whose code loads when it is first shown, such as a dialog or a folded form.
 *
 * @param load imports the component; repeated once, because one lost connection must not end the screen
 * @param Meanwhile shown until then; without it, nothing
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: (await load().catch(load)) as ComponentType<object> }));
  return function Lazily(props: Props) {
    return (
      <Suspense fallback={Meanwhile && <Meanwhile />}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
