import { useId } from 'react';
import { ControlName } from '#web/kit/ControlName.tsx';
import { RichText } from '#web/kit/RichText.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Card } from '#web/ui/Card.tsx';
import styles from './Faq.module.css';
import type { ShownSection } from './faq-sections.ts';

export function FaqSection({ section: { name, answers } }: { readonly section: ShownSection }) {
  const id = useId();
  return (
    <Card as="section" padded aria-labelledby={id}>
      <h2 id={id} className={styles.topic}>
        <ControlName of={name} />
      </h2>
      {answers.length === 0 && (
        <p>
          <Text of="faq.empty" />
        </p>
      )}
      {answers.map(({ html }) => (
        <div key={html} className={styles.answer}>
          <RichText html={html} />
        </div>
      ))}
    </Card>
  );
}
