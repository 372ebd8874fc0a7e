import { useSearch } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useSession } from '#web/data/session.ts';
import { useOption, useOptions } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { HelpScreen } from '#web/kit/HelpScreen.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Text } from '#web/kit/Text.tsx';
import { conversationPath, paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import styles from './Faq.module.css';
import { FaqSearch } from './FaqSearch.tsx';
import { FaqSection } from './FaqSection.tsx';
import { type FaqAnswer, faqSections, type ShownSection } from './faq-sections.ts';
import { FaqTopics } from './FaqTopics.tsx';
import { findAnswers, searchWords } from './search-answers.ts';
import { useMarkedWords } from './use-marked-words.ts';
import { trustedHtml } from '#web/kit/trusted-html.ts';

/** Frequent questions by topic, with a search (M 2). */
export function Faq() {
  const sections = useSections();
  return (
    <HelpScreen heading="faq.heading" login="faq.backToLogin">
      {sections.length === 0 ? (
        <>
          <Alert tone="info">
            <Text of="faq.allHidden" />
          </Alert>
          <AskUs />
        </>
      ) : (
        <Answers sections={sections} />
      )}
    </HelpScreen>
  );
}

function useSections(): readonly ShownSection[] {
  const option = useOptions();
  return useMemo(
    () =>
      faqSections
        .filter(({ hideWhen }) => !option(hideWhen))
        .map(({ id, name, content }) => ({ id, name, answers: splitAnswers(option(content)) })),
    // An institution's options don't change while the page is open.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [],
  );
}

function Answers({ sections }: { readonly sections: readonly ShownSection[] }) {
  const { section: wanted } = useSearch({ strict: false }) as { readonly section?: string };
  const [typed, setTyped] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const words = searchWords(typed);
  const isSearching = words.length > 0;
  const chosen = sections.find(({ id }) => id === wanted) ?? sections[0];
  const found = isSearching ? findAnswers(sections, words) : sections.filter(({ id }) => id === chosen?.id);
  useMarkedWords(place, words);

  return (
    <div className={styles.layout}>
      <FaqTopics
        sections={sections}
        chosen={isSearching ? undefined : chosen}
        onChoose={() => {
          setTyped('');
          place.current?.focus();
        }}
      />
      <div className={styles.content}>
        <FaqSearch
          typed={typed}
          found={isSearching ? countAnswers(found) : null}
          all={countAnswers(sections)}
          onType={setTyped}
        />
        <div ref={place} tabIndex={-1} className={styles.answers}>
          {found.map((section) => (
            <FaqSection key={section.id} section={section} />
          ))}
        </div>
        <AskUs />
      </div>
    </div>
  );
}

/** Leads where the menu's Messages leads; visitors have only the form. */
function AskUs() {
  const isCustomer = useSession() !== null;
  const writesInPortal = useOption('messageOptions.secureMessages') && isCustomer;
  const closesForm = useOption('globalOptions.hideContactUsOption');
  if (closesForm && !writesInPortal) return null;
  const form = isCustomer ? paths.messages : paths.publicMessages;
  return (
    <p className={styles.askUs}>
      <ScreenLink to={writesInPortal ? conversationPath('new') : form} look="quiet">
        <ControlName of="faq.askUs" />
      </ScreenLink>
    </p>
  );
}

function countAnswers(sections: readonly ShownSection[]): number {
  return sections.reduce((count, { answers }) => count + answers.length, 0);
}

/** Splits a section's rich text before each heading; text before the first heading is a separate answer. */
function splitAnswers(html: string): FaqAnswer[] {
  const template = document.createElement('template');
  template.innerHTML = trustedHtml(html);
  const answers: Element[][] = [];
  for (const element of template.content.children) {
    const begins = /^H[2-4]$/.test(element.tagName);
    if (begins || answers.length === 0) answers.push([]);
    answers.at(-1)?.push(element);
  }
  return answers.map((elements) => ({
    html: elements.map((element) => element.outerHTML).join(''),
    words: elements.map((element) => element.textContent).join(' '),
  }));
}
