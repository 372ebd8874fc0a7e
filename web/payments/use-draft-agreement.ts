import { openInNewTab } from '#web/kit/open-in-new-tab.ts';
import { useOpening } from '#web/kit/use-opening.ts';
import { draftAgreementAddress } from './draft-agreements-data.ts';

/** Shows the agreement of a recurring bank draft; `onOpened` gets its token, which proves that it was shown. */
export function useDraftAgreement() {
  const { failed, run } = useOpening();
  return {
    failed,
    async run(prepare: () => Promise<string | null>, onOpened: (token: string) => void) {
      let token: string | null = null;
      const prepared = async () => {
        token = await prepare();
        return token === null ? null : draftAgreementAddress(token);
      };
      if ((await run(true, () => openInNewTab(prepared))) && token !== null) onOpened(token);
    },
  };
}
