import { type ComponentType, lazy, Suspense, useState } from 'react';
import { OnItsWay } from './OnItsWay.tsx';

export type LazyComponent<Props extends object> = ComponentType<Props> & {
  /** Loads its code, so it shows at once. */
  readonly preload: () => Promise<unknown>;
};

/**
 * A component whose code loads when it is first shown, such as a dialog or a folded form.
 *
 * @param load imports the component; repeated once, because one lost connection must not end the screen
 * @param Meanwhile shown until then; without it, nothing
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType,
): LazyComponent<Props> {
  let loaded: ComponentType<object> | null = null;
  async function preload(): Promise<ComponentType<object>> {
    loaded ??= (await load().catch(load)) as ComponentType<object>;
    return loaded;
  }
  const Lazy = lazy(async () => ({ default: await preload() }));

  function Lazily(props: Props) {
    // React's own way takes a moment even for loaded code, which a page that is printed doesn't have.
    const [Shown] = useState(() => loaded ?? Lazy);
    return (
      <Suspense fallback={<OnItsWay>{Meanwhile && <Meanwhile />}</OnItsWay>}>
        <Shown {...props} />
      </Suspense>
    );
  }
  return Object.assign(Lazily, { preload });
}

/** For a part that the rest of the screen can do without: shows nothing if it can't be loaded. */
export function optional<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): () => Promise<ComponentType<Props>> {
  return () =>
    load()
      .catch(load)
      .catch(() => () => null);
}
