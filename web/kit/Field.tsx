import type { ComponentType } from 'react';
import type { SwitchKey } from '#common/contract/all-options.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useLabel, useOptions, useTexts } from '#web/institution/settings.ts';

interface Labelled {
  readonly label: string;
  readonly labelHidden?: boolean | undefined;
}

type FieldProps<Props extends Labelled> = Omit<Props, 'label' | 'labelHidden' | 'hint'> & {
  /** The control from `ui`: TextField, PasswordField, SelectField, … */
  readonly use: ComponentType<Props>;
  readonly label: TextKey;
  readonly hint?: TextKey;
  readonly hideWhen?: SwitchKey;
};

/** Names a control by text keys and hides it if the institution does. */
export function Field<Props extends Labelled>(props: FieldProps<Props>) {
  const { use: Control, label, hint, hideWhen, ...rest } = props;
  const names = useLabel(label);
  const text = useTexts();
  const option = useOptions();
  if (hideWhen !== undefined && option(hideWhen)) return null;
  const hintProps = hint === undefined ? {} : { hint: text(hint) };
  return <Control {...({ ...rest, ...names, ...hintProps } as unknown as Props)} />;
}
