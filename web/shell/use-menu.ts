import { useQuery } from '@tanstack/react-query';
import { useMobile } from '#web/data/device.ts';
import { accountsQuery, applyForLoanQuery } from '#web/data/queries.ts';
import { useOptions } from '#web/institution/settings.ts';
import { useNavigation } from '#web/kit/navigation.ts';
import { arrangeMenu, mayApplyForLoan, type Menu } from './menu.ts';

export function useMenu(): Menu {
  const option = useOptions();
  const { screenExists } = useNavigation();
  const { data: accounts = [] } = useQuery(accountsQuery);
  const { data: offersLoans = false } = useQuery({ ...applyForLoanQuery, enabled: mayApplyForLoan(option) });
  const mobile = useMobile();
  return arrangeMenu({ option, screenExists, accounts, mobile, offersLoans });
}
