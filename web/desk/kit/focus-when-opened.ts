/**
 * As the `ref` of a dialog's first field: the browser focuses it when the dialog opens. React's own `autoFocus` sets no
 * attribute, so the dialog would focus its title afterwards.
 */
export function focusWhenOpened(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '');
}
