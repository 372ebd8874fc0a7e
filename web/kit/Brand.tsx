import type { TextKey } from '#common/contract/all-texts.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { classNames } from '#web/ui/class-names.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './Brand.module.css';

interface BrandProps {
  readonly name: TextKey;
  readonly onBrand?: boolean;
}

export function Brand({ name, onBrand = false }: BrandProps) {
  const logo = useOption('globalOptions.logoUrl');
  const logoOnBrand = useOption('globalOptions.logoOnBrandUrl');
  const logoUrl = onBrand && logoOnBrand !== '' ? logoOnBrand : logo;
  const { label, labelHidden } = useLabel(name);
  return (
    <span className={classNames(styles.brand, onBrand && styles.onBrand)}>
      {logoUrl === '' ? (
        <>
          <span className={styles.mark} aria-hidden="true">
            <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2.2">
              <path d="M4 5h10a4 4 0 0 1 4 4v11H8a4 4 0 0 1-4-4z" />
              <path d="M8 10h6M8 14h6" />
            </svg>
          </span>
          {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
        </>
      ) : (
        <img src={logoUrl} alt={label} className={logoUrl === logoOnBrand ? undefined : styles.onPaper} />
      )}
    </span>
  );
}
