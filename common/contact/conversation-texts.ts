import { defineTexts } from '#common/contract/define-texts.ts';

/** Messages that customers read and write in the portal. */
export const conversationTexts = defineTexts({
  'conversations.pageTitle': 'Messages',
  'conversations.heading': 'Messages',
  'conversations.intro': 'Write to us and read our answers here. Only you and our staff can see them.',
  'conversations.notOffered': "You can't send messages here. Use the contact form, call, or visit us instead.",
  'conversations.write': 'New message',
  'conversations.feedback': 'Give feedback',
  'conversations.none': 'No messages yet.',
  'conversations.loadError': "We couldn't load your messages.",
  'conversations.unread': 'New answer',
  'conversations.closed': 'Closed',
  'conversations.back': 'All messages',
  'conversations.you': 'You',
  'conversations.us': '{institution}',
  'conversations.noWords': 'No message',
  'conversations.topic': 'What is it about?',
  'conversations.chooseTopic': 'Choose a topic',
  'conversations.subject': 'Subject',
  'conversations.message': 'Message',
  'conversations.messageHint': "Don't include card numbers or your SSN.",
  'conversations.attach': 'Attachments',
  'conversations.attachments': 'Files of this message',
  'conversations.reply': 'Your answer',
  'conversations.send': 'Send',
  'conversations.sent': "We have your message. We'll email you when there is an answer.",
  'conversationError.topicRequired': 'Choose a topic.',
  'conversationError.subjectRequired': 'Subject is required.',
  'conversationError.messageRequired': 'Message is required.',
  'conversationError.attachments':
    "We didn't accept every file, so your message wasn't sent. Remove the files with a problem, or try again.",
  'conversationError.attachmentGone':
    "A file is no longer there, so your message wasn't sent. Remove your files, attach them again, and send it.",
  'conversationError.tooMany': "You've sent many messages in the past hour. Wait a while, then try again.",
  'conversationError.failed': "Your message wasn't sent. Try again.",
});
