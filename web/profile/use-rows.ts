import { createContext, type ReactNode, useContext, useState } from 'react';

/** Opens a row and closes the one that was open; null closes it. */
type OpenRow = (name: string | null) => void;

/** Which row of the page is open: one at a time, besides those with unsaved changes. */
export const OpenRowContext = createContext<readonly [string | null, OpenRow]>([null, () => undefined]);

export interface RowState {
  readonly open: boolean;
  /** Has unsaved changes, and stays open until they are saved or canceled. */
  readonly edited: boolean;
  readonly onToggle: () => void;
  /** The part below the fields, such as the current password and Save. */
  readonly footer: ReactNode;
}

export interface Rows<Name extends string> {
  readonly isOpen: (name: Name) => boolean;
  readonly stateOf: (name: Name, footer: ReactNode) => RowState;
  readonly close: () => void;
}

/** The rows of a section that is saved as a whole: the one that was opened first also holds its footer. */
export function useRows<Name extends string>(edited: Readonly<Record<Name, boolean>>): Rows<Name> {
  const [open, setOpen] = useContext(OpenRowContext);
  const names = Object.keys(edited) as Name[];
  const openNames = names.filter((name) => name === open || edited[name]);
  const [first, setFirst] = useState<Name>();
  const holder = first !== undefined && openNames.includes(first) ? first : openNames[0];
  if (holder !== first) setFirst(holder);

  return {
    isOpen: (name) => openNames.includes(name),
    stateOf: (name, footer) => ({
      open: openNames.includes(name),
      edited: edited[name],
      onToggle: () => setOpen(name === open ? null : name),
      footer: name === holder ? footer : null,
    }),
    close: () => setOpen(null),
  };
}
