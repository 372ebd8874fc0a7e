import { useOption } from '#web/institution/settings.ts';
import { RichText } from '#web/kit/RichText.tsx';
import styles from './AccountLayout.module.css';
import { Copyright } from './Copyright.tsx';
import { FooterImages } from './FooterImages.tsx';

export function AccountFooter() {
  const richText = useOption('globalOptions.footerRichText');
  return (
    <footer className={styles.footer}>
      <div>
        <Copyright />
        <RichText html={richText} />
        <FooterImages />
      </div>
    </footer>
  );
}
