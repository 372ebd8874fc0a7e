import { describe, expect, it } from 'vitest';
import {
  type ConversationEvent,
  type ConversationState,
  maxAttachments,
  parseTemplate,
  stateAfter,
} from './conversation.ts';

describe('a conversation', () => {
  it.each<[ConversationState, ConversationEvent, ConversationState]>([
    ['new', 'customerWrote', 'new'],
    ['open', 'customerWrote', 'open'],
    ['waiting', 'customerWrote', 'open'],
    ['closed', 'customerWrote', 'open'],
    ['new', 'staffAnswered', 'waiting'],
    ['open', 'staffAnswered', 'waiting'],
    ['closed', 'staffAnswered', 'waiting'],
    ['new', 'staffPromised', 'open'],
    ['waiting', 'staffPromised', 'open'],
    ['closed', 'staffPromised', 'open'],
    ['new', 'taken', 'open'],
    ['open', 'taken', 'open'],
    ['waiting', 'taken', 'waiting'],
    ['closed', 'taken', 'closed'],
    ['new', 'closed', 'closed'],
    ['closed', 'reopened', 'open'],
  ])('that is %s becomes, once %s, %s', (before, event, after) => {
    expect(stateAfter(before, event)).toBe(after);
  });
});

describe('a message', () => {
  it.each<[boolean, number | null, number]>([
    [true, 5, 5],
    [true, 0, 0],
    [true, -1, 0],
    [true, 20, 20],
    [true, 21, 20],
    [true, null, 20],
    [false, 5, 0],
  ])('where files are allowed: %s, at most %s, can have %s', (allows, max, most) => {
    const options = { 'messageOptions.allowAttachments': allows, 'messageOptions.maxAttachments': max };
    expect(maxAttachments(options)).toBe(most);
  });
});

describe('a template', () => {
  const fills = { name: '$& Li Wei', institution: 'Birch Bank' };

  it('has its title in the first line, and the names filled in', () => {
    expect(parseTemplate('Thanks\nHello {name},\n\nThank you.\n{institution}', fills)).toEqual({
      title: 'Thanks',
      text: 'Hello $& Li Wei,\n\nThank you.\nBirch Bank',
    });
  });

  it('without words is empty', () => {
    expect(parseTemplate('Thanks', fills)).toEqual({ title: 'Thanks', text: '' });
  });
});
