import type { OptionKey, Options } from '#common/contract/all-options.ts';

/** What customers write without it being mailed to somebody, nobody would ever read. */
export function mailboxProblems(options: Options): string[] {
  const writtenTo: readonly { readonly mailbox: OptionKey; readonly isOffered: boolean; readonly mend: string }[] = [
    {
      mailbox: 'messageOptions.sendTo',
      isOffered: !options['globalOptions.hideContactUsOption'],
      mend: 'set the address that messages go to, or turn "globalOptions.hideContactUsOption" on',
    },
    {
      mailbox: 'requestChangeOptions.sendTo',
      isOffered: options['globalOptions.forceManualContactInfoChangesOption'],
      mend: 'set the address that requests go to, or turn "globalOptions.forceManualContactInfoChangesOption" off',
    },
  ];
  return writtenTo
    .filter(({ mailbox, isOffered }) => isOffered && !String(options[mailbox]).includes('@'))
    .map(
      ({ mailbox, mend }) => `"${mailbox}" is not an email address, so messages from customers would be lost; ${mend}`,
    );
}
