import { useOption } from '#web/institution/settings.ts';
import styles from './FooterImages.module.css';

/** Up to three decorative images of the institution, such as seals (A 2.2, A 2.3). */
export function FooterImages() {
  const addresses = [
    useOption('globalOptions.footerImage1'),
    useOption('globalOptions.footerImage2'),
    useOption('globalOptions.footerImage3'),
  ].filter((address) => address !== '');
  if (addresses.length === 0) return null;
  return (
    <div className={styles.images}>
      {addresses.map((address) => (
        <img key={address} src={address} alt="" loading="lazy" />
      ))}
    </div>
  );
}
