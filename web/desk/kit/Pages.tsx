import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from '#web/ui/Button.tsx';
import styles from './Pages.module.css';

/** The page of a list that the address names; the first is 0. */
export function usePage(): number {
  const { page }: { readonly page?: string } = useSearch({ strict: false });
  return Number(page ?? 0) || 0;
}

/** Leads from one page of a list to the next and back. */
export function Pages({ hasMore }: { readonly hasMore: boolean }) {
  const search: { readonly page?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const page = usePage();
  const show = (other: number) => void navigate({ to: '.', search: { ...search, page: String(other) } });
  return (
    <div className={styles.pages}>
      {page > 0 && (
        <Button look="text" onClick={() => show(page - 1)}>
          Back
        </Button>
      )}
      {hasMore && (
        <Button look="text" onClick={() => show(page + 1)}>
          More
        </Button>
      )}
    </div>
  );
}
