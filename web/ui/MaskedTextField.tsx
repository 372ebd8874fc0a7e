import { MaskInput, type MaskInputOptions } from 'maska';
import { type Ref, type SyntheticEvent, useEffect, useRef } from 'react';
import { TextField, type TextFieldProps } from './TextField.tsx';

export interface MaskedTextFieldProps extends Omit<TextFieldProps, 'onChange'> {
  /** Must be the same object in every render. */
  readonly mask: MaskInputOptions;
  readonly onChange?: ((event: SyntheticEvent<HTMLInputElement>) => unknown) | undefined;
}

/** A text field with an input mask; form libraries get the formatted value. */
export function MaskedTextField({ mask, ref, onChange, ...field }: MaskedTextFieldProps) {
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!input.current) return undefined;
    const masked = new MaskInput(input.current, mask);
    return () => masked.destroy();
  }, [mask]);

  function attach(element: HTMLInputElement | null) {
    input.current = element;
    setRef(ref, element);
  }
  // React skips onChange if the value is unchanged, which the mask may cause; onInput always fires.
  return <TextField {...field} ref={attach} onInput={onChange} />;
}

function setRef<Element>(ref: Ref<Element> | undefined, element: Element | null): void {
  if (typeof ref === 'function') ref(element);
  else if (ref) ref.current = element;
}
