import { useRouter } from '@tanstack/react-router';

/** Says whether an address belongs to a screen; the routes are the truth. */
export function useScreenExists(): (address: string) => boolean {
  const router = useRouter();
  return (address) => {
    const [, params, foundRoute] = router.getMatchedRoutes(address);
    // What no route takes is left over under this name.
    return foundRoute !== undefined && params['**'] === undefined;
  };
}
